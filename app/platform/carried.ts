import type { Db } from '#app/platform/db/connect.ts'

/** Keeps what the session's next page shows once. */
export async function keepCarried(db: Db, sessionId: string, sealed: string): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ carried_sealed: sealed })
    .where('id', '=', sessionId)
    .execute()
}

/** Crosses off what was shown, and not what another request has added meanwhile. */
export async function forgetCarried(
  db: Db,
  sessionId: string,
  sealed: string | null,
): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ carried_sealed: null })
    .where('id', '=', sessionId)
    .where('carried_sealed', '=', sealed)
    .execute()
}
