import type { Kysely } from 'kysely'

export async function up<Tables>(db: Kysely<Tables>): Promise<void> {
  await db.schema.alterTable('users').addColumn('locked_at', 'bigint').execute()

  await db.schema
    .createTable('key_checks')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('probe_sealed', 'text', (column) => column.notNull())
    .execute()
}
