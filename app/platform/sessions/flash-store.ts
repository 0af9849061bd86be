import type { Db } from '#app/platform/db/connect.ts'

/** Keeps what the session's next page shows once. */
export async function saveFlash(db: Db, sessionId: string, encrypted: string): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ carried_sealed: encrypted })
    .where('id', '=', sessionId)
    .execute()
}

/** Crosses off what was shown, and not what another request has added meanwhile. */
export async function clearFlash(
  db: Db,
  sessionId: string,
  encrypted: string | null,
): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ carried_sealed: null })
    .where('id', '=', sessionId)
    .where('carried_sealed', '=', encrypted)
    .execute()
}
