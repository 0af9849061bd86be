import type { Db } from '#app/platform/db/connect.ts'

/**
 * When an account's record begins, in Unix milliseconds, and how many events it has. One that was tampered with may lack its
 * first: the page that says so needs what is left.
 */
export async function wholeRecord(
  db: Db,
  userId: string,
): Promise<{ first: number; total: number }> {
  const events = db.selectFrom('events').where('user_id', '=', userId)
  const [first, last] = await Promise.all([
    events.select('at').orderBy('seq').limit(1).executeTakeFirstOrThrow(),
    events.select('seq').orderBy('seq', 'desc').limit(1).executeTakeFirstOrThrow(),
  ])
  return { first: first.at, total: last.seq }
}
