import type { Db } from '#app/platform/db/connect.ts'

export async function sessionExists(db: Db, sessionId: string): Promise<boolean> {
  const found = await db
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', sessionId)
    .executeTakeFirst()
  return found !== undefined
}
