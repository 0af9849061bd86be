import type { Kysely } from 'kysely'

/** An invitation that is sent again keeps its language. Null for invitations from before, and for other links. */
export async function up<Tables>(db: Kysely<Tables>): Promise<void> {
  await db.schema.alterTable('one_time_tokens').addColumn('locale', 'text').execute()
}

export async function down<Tables>(db: Kysely<Tables>): Promise<void> {
  await db.schema.alterTable('one_time_tokens').dropColumn('locale').execute()
}
