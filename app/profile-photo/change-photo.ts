import { randomBytes } from 'node:crypto'

import { msg } from '@foyer/i18n'

import type { Actor } from '#app/platform/actor.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { ValidationError } from '#app/platform/errors.ts'
import { recordEvent } from '#app/platform/event-log/record-event.ts'
import type { FileStore } from '#app/platform/files/file-store.ts'

import { removePhotoFiles, writePhoto } from './photo-files.ts'
import { replacePhoto } from './previous-photos.ts'
import { type Crop, processPhoto } from './process-photo.ts'

export interface PhotoServices {
  db: Db
  files: FileStore
  /** Logs storage errors, which are not shown to the user. */
  onStorageError: (error: unknown) => void
}

/** Re-encodes and sets a new photo. The previous one can be restored for a while. */
export async function changePhoto(
  { db, files, onStorageError }: PhotoServices,
  actor: Actor,
  { file, crop }: { file: Buffer; crop: Crop | null },
): Promise<void> {
  const images = await processPhoto(file, crop)
  const photo = randomBytes(16).toString('base64url')

  try {
    await writePhoto(files, photo, images)
  } catch (error) {
    onStorageError(error)
    await removePhotoFiles(files, photo).catch(onStorageError)
    const message = msg("We couldn't save your photo, so the old one stays. Try again later.")
    throw new ValidationError({ photo: message })
  }

  await inTransaction(db, async (tx) => {
    const previousPhoto = await replacePhoto(tx, actor, photo)
    await recordEvent(tx, actor, 'photo.changed', { replaced: previousPhoto !== null, photo })
  }).catch(async (error: unknown) => {
    await removePhotoFiles(files, photo).catch(onStorageError)
    throw error
  })
}

/** Removes the photo; without one, nothing happens. */
export async function removePhoto(db: Db, actor: Actor): Promise<void> {
  await inTransaction(db, async (tx) => {
    const previousPhoto = await replacePhoto(tx, actor, null)
    if (previousPhoto !== null) await recordEvent(tx, actor, 'photo.removed', {})
  })
}
