import type { Db } from '#app/platform/db/connect.ts'

/** Whether a session is still there after the clock was moved. */
export async function sessionIsLeft(db: Db, session: string): Promise<boolean> {
  const found = await db
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', session)
    .executeTakeFirst()
  return found !== undefined
}
