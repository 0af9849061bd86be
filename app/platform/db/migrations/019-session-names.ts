import type { Kysely } from 'kysely'

/** The owner's name for the device of a session. */
export async function up<Tables>(db: Kysely<Tables>): Promise<void> {
  await db.schema.alterTable('sessions').addColumn('name', 'text').execute()
}

export async function down<Tables>(db: Kysely<Tables>): Promise<void> {
  await db.schema.alterTable('sessions').dropColumn('name').execute()
}
