import type { Kysely } from 'kysely'

/** Browsers that may skip the second factor for a while. */
export async function up<Tables>(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('trusted_devices')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', (column) =>
      column.notNull().references('users.id').onDelete('cascade'),
    )
    .addColumn('token_hash', 'text', (column) => column.notNull().unique())
    .addColumn('user_agent', 'text')
    .addColumn('country', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('last_used_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('trusted_devices_user_id')
    .on('trusted_devices')
    .column('user_id')
    .execute()
  await db.schema
    .createIndex('trusted_devices_expires_at')
    .on('trusted_devices')
    .column('expires_at')
    .execute()
}

/** Every sign-in then asks for the second factor again. */
export async function down<Tables>(db: Kysely<Tables>): Promise<void> {
  await db.schema.dropTable('trusted_devices').execute()
}
