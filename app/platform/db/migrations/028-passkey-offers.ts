import type { Kysely } from 'kysely'

/** When the owner last answered "Not now" to the offer of a passkey. */
export async function up<Tables>(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('passkey_offers')
    .addColumn('user_id', 'text', (column) =>
      column.primaryKey().references('users.id').onDelete('cascade'),
    )
    .addColumn('declined_at', 'bigint', (column) => column.notNull())
    .execute()
}

export async function down<Tables>(db: Kysely<Tables>): Promise<void> {
  await db.schema.dropTable('passkey_offers').execute()
}
