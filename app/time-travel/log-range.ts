import type { Db } from '#app/platform/db/connect.ts'

/**
 * When an account's record begins, in Unix milliseconds, and how many events it has. One that was tampered with may lack its
 * first, or have none at all: the page that says so needs what is left.
 */
export async function logRange(db: Db, userId: string): Promise<{ first: number; total: number }> {
  const events = db.selectFrom('events').where('user_id', '=', userId)
  const [first, last] = await Promise.all([
    events.select('at').orderBy('seq').limit(1).executeTakeFirst(),
    events.select('seq').orderBy('seq', 'desc').limit(1).executeTakeFirst(),
  ])
  if (first && last) return { first: first.at, total: last.seq }
  const { created_at } = await db
    .selectFrom('users')
    .select('created_at')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return { first: created_at, total: 0 }
}
