import type { Actor } from '#app/platform/actor.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { recordEvent } from '#app/platform/event-log/record-event.ts'
import type { PhotoUpload } from '#app/platform/files/photo-upload-type.ts'

import { replacePhoto } from './previous-photos.ts'
import { type PhotoStorage, storePhoto } from './store-photo.ts'

/** Re-encodes and sets a new photo. The previous one can be restored for a while. */
export async function changePhoto(
  { db, ...storage }: PhotoStorage & { db: Db },
  actor: Actor,
  upload: PhotoUpload,
): Promise<void> {
  await storePhoto(storage, 'photos', upload, (photo) =>
    inTransaction(db, async (tx) => {
      const previousPhoto = await replacePhoto(tx, actor, photo)
      await recordEvent(tx, actor, 'photo.changed', { replaced: previousPhoto !== null, photo })
    }),
  )
}

/** Removes the photo; without one, nothing happens. */
export async function removePhoto(db: Db, actor: Actor): Promise<void> {
  await inTransaction(db, async (tx) => {
    const previousPhoto = await replacePhoto(tx, actor, null)
    if (previousPhoto !== null) await recordEvent(tx, actor, 'photo.removed', {})
  })
}
