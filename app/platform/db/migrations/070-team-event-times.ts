import type { Kysely } from 'kysely'

/** For Time Travel of a team: the last event before a moment. */
export async function up<Tables>(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createIndex('team_events_at')
    .on('team_events')
    .columns(['team_id', 'at', 'seq'])
    .execute()
}

export async function down<Tables>(db: Kysely<Tables>): Promise<void> {
  await db.schema.dropIndex('team_events_at').execute()
}
