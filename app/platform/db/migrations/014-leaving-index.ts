import type { Kysely } from 'kysely'

/** Those whose days are over are looked for every few minutes, among all who stay. */
export async function up<Tables>(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createIndex('users_leaving')
    .on('users')
    .column('leaves_at')
    .where('leaves_at', 'is not', null)
    .execute()
}
