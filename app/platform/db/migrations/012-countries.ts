import type { Kysely } from 'kysely'

export async function up<Tables>(db: Kysely<Tables>): Promise<void> {
  await db.schema.alterTable('sessions').addColumn('country', 'text').execute()
}
