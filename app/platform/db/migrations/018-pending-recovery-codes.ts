import type { Kysely } from 'kysely'

/** New recovery codes wait here until the person has saved them. */
export async function up<Tables>(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('pending_recovery_codes')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', (column) =>
      column.notNull().unique().references('users.id').onDelete('cascade'),
    )
    .addColumn('code_hashes', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('pending_recovery_codes_expires_at')
    .on('pending_recovery_codes')
    .column('expires_at')
    .execute()
}

export async function down<Tables>(db: Kysely<Tables>): Promise<void> {
  await db.schema.dropTable('pending_recovery_codes').execute()
}
