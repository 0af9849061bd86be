import type { Kysely } from 'kysely'

/** Lines that wait to be written to the audit log. */
export async function up<Tables>(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('audit_lines')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('line', 'text', (column) => column.notNull())
    .execute()
}

export async function down<Tables>(db: Kysely<Tables>): Promise<void> {
  await db.schema.dropTable('audit_lines').execute()
}
