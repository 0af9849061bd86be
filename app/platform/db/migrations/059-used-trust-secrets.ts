import type { Kysely } from 'kysely'

/** The secrets that trusted devices had before, whose use tells of a copied cookie. */
export async function up<Tables>(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('used_trust_secrets')
    .addColumn('token_hash', 'text', (column) => column.primaryKey())
    .addColumn('device_id', 'text', (column) =>
      column.notNull().references('trusted_devices.id').onDelete('cascade'),
    )
    .addColumn('used_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('used_trust_secrets_device_id')
    .on('used_trust_secrets')
    .column('device_id')
    .execute()
}

/** A copied cookie is then worthless after its use, but nobody hears of it. */
export async function down<Tables>(db: Kysely<Tables>): Promise<void> {
  await db.schema.dropTable('used_trust_secrets').execute()
}
