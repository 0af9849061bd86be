import type { Seal } from '#app/pages.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { moment } from '#app/platform/moment.ts'

/** What the page says before anything is checked: how many events, and since when they are chained. */
export async function seal(
  db: Db,
  account: string,
  { first, total }: { first: number; total: number },
): Promise<Seal> {
  const began = await db
    .selectFrom('events')
    .select('at')
    .where('user_id', '=', account)
    .where('type', '=', 'record.began')
    .executeTakeFirst()
  return { count: total, since: moment(began?.at ?? first) }
}
