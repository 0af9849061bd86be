import type { Db } from '#app/platform/db/connect.ts'

export async function jobCounts(db: Db): Promise<{ waiting: number; dead: number }> {
  const { total, dead } = await db
    .selectFrom('jobs')
    .select(({ fn }) => [fn.countAll<number>().as('total'), fn.count<number>('dead_at').as('dead')])
    .executeTakeFirstOrThrow()
  return { waiting: total - dead, dead }
}
