import type { Kysely } from 'kysely'

/** Proved addresses that wait for an invitation. */
export async function up<Tables>(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('waitlist')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('email_key', 'text', (column) => column.notNull().unique())
    .addColumn('locale', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute()
}

export async function down<Tables>(db: Kysely<Tables>): Promise<void> {
  await db.schema.dropTable('waitlist').execute()
}
