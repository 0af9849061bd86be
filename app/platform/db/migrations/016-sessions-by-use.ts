import type { Kysely } from 'kysely'

/** Every dashboard lists the sessions by last use: read in that order, they need not be sorted. */
export async function up<Tables>(db: Kysely<Tables>): Promise<void> {
  // First, as it locks the most: a lock that grows later can meet one that waits for it.
  await db.schema.dropIndex('sessions_user_id').execute()
  await db.schema
    .createIndex('sessions_user_id_last_active_at')
    .on('sessions')
    .columns(['user_id', 'last_active_at', 'id'])
    .execute()
}

export async function down<Tables>(db: Kysely<Tables>): Promise<void> {
  await db.schema.dropIndex('sessions_user_id_last_active_at').execute()
  await db.schema.createIndex('sessions_user_id').on('sessions').column('user_id').execute()
}
