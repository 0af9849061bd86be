import type { FileStore } from '#app/platform/files/file-store.ts'

import { type PhotoSize, photoSizes } from './process-photo.ts'

/** Writes the files of a new photo id. */
export async function writePhoto(
  files: FileStore,
  photoId: string,
  images: Record<PhotoSize, Buffer>,
): Promise<void> {
  for (const size of photoSizes) await files.write(photoPath(photoId, size), images[size])
}

/** @returns null when the file is missing, as after a restore without the photos */
export function readPhoto(
  files: FileStore,
  photoId: string,
  size: PhotoSize,
): Promise<Buffer | null> {
  return files.read(photoPath(photoId, size))
}

export async function removePhotoFiles(files: FileStore, photoId: string): Promise<void> {
  await Promise.all(photoPaths(photoId).map((path) => files.remove(path)))
}

/** Ids of the photos last written before `before` (Unix milliseconds), some of them for each of their files: there may be millions. */
export async function* photosOlderThan(files: FileStore, before: number): AsyncGenerator<string> {
  let last = ''
  for await (const { name, modifiedAt } of files.list('photos')) {
    const photoId = name.replace(/-\d+\.webp$/, '')
    if (modifiedAt < before && photoId !== last) yield photoId
    last = photoId
  }
}

/** Paths in the file store. */
export function photoPaths(photoId: string): string[] {
  return photoSizes.map((size) => photoPath(photoId, size))
}

function photoPath(photoId: string, size: PhotoSize): string {
  return `photos/${photoId}-${size}.webp`
}
