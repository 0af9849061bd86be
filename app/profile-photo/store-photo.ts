import { randomBytes } from 'node:crypto'

import { msg } from '@foyer/i18n'

import { ValidationError } from '#app/platform/errors.ts'
import type { FileStore } from '#app/platform/files/file-store.ts'
import type { PhotoUpload } from '#app/platform/files/photo-upload-type.ts'

import { removePhotoFiles, writePhoto } from './photo-files.ts'
import { processPhoto } from './process-photo.ts'

export interface PhotoStorage {
  files: FileStore
  /** Logs storage errors, which are not shown to the user. */
  onStorageError: (error: unknown) => void
}

/**
 * Re-encodes an image and stores it under a new id.
 *
 * @param folder  of the file store
 * @param refer  commits what refers to the id; when it throws, the files are removed again
 * @throws ValidationError for `photo`
 */
export async function storePhoto(
  { files, onStorageError }: PhotoStorage,
  folder: string,
  { file, crop }: PhotoUpload,
  refer: (photo: string) => Promise<void>,
): Promise<void> {
  const images = await processPhoto(file, crop)
  const photo = randomBytes(16).toString('base64url')
  const remove = () => removePhotoFiles(files, folder, photo).catch(onStorageError)

  try {
    await writePhoto(files, folder, { photo, images })
  } catch (error) {
    onStorageError(error)
    await remove()
    const message = msg("We couldn't save your photo, so the old one stays. Try again later.")
    throw new ValidationError({ photo: message })
  }

  await refer(photo).catch(async (error: unknown) => {
    await remove()
    throw error
  })
}
