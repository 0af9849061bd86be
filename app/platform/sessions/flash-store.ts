import type { Db } from '#app/platform/db/connect.ts'

export async function saveFlash(db: Db, sessionId: string, encrypted: string): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ carried_sealed: encrypted })
    .where('id', '=', sessionId)
    .execute()
}

/** Clears the flash that was shown, unless another request has replaced it. */
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
