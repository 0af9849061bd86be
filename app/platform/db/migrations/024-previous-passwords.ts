import type { Kysely } from 'kysely'

/** Hashes of replaced passwords, so that `PASSWORD_HISTORY` can refuse them. */
export async function up<Tables>(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('previous_passwords')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', (column) =>
      column.notNull().references('users.id').onDelete('cascade'),
    )
    .addColumn('hash_sealed', 'text', (column) => column.notNull())
    .addColumn('replaced_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('previous_passwords_user_id')
    .on('previous_passwords')
    .columns(['user_id', 'id'])
    .execute()
}

export async function down<Tables>(db: Kysely<Tables>): Promise<void> {
  await db.schema.dropTable('previous_passwords').execute()
}
