import type { Db } from '#app/platform/db/connect.ts'

/**
 * Takes a periodic task, so that one of several processes does it.
 *
 * @param now  Unix milliseconds
 * @returns false when another process has taken it
 */
export async function leaseTask(
  db: Db,
  name: string,
  { now, lengthMs }: { now: number; lengthMs: number },
): Promise<boolean> {
  const leased_until = now + lengthMs
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('task_leases')
    .values({ name, leased_until })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({ leased_until })
        // A later time was written by a clock that has been set back since.
        .where(({ not, between }) =>
          not(between('task_leases.leased_until', now + 1, leased_until)),
        ),
    )
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}
