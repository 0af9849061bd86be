import type { Db } from '#app/platform/db/connect.ts'

/** How many jobs wait, and how many were given up and wait for the operator. */
export async function jobCounts(db: Db): Promise<{ waiting: number; dead: number }> {
  const { all: total, dead } = await db
    .selectFrom('jobs')
    .select(({ fn }) => [fn.countAll<number>().as('all'), fn.count<number>('dead_at').as('dead')])
    .executeTakeFirstOrThrow()
  return { waiting: total - dead, dead }
}
