import type { FileStore } from '#app/platform/files/file-store.ts'
import { createYielder } from '#app/platform/lib/yield-to-event-loop.ts'

import { orphanGraceMs } from './limits.ts'
import { type PhotoSize, photoSizes } from './process-photo.ts'

/** Writes the files of a new photo id. */
export async function writePhoto(
  files: FileStore,
  folder: string,
  { photo, images }: { photo: string; images: Record<PhotoSize, Buffer> },
): Promise<void> {
  for (const size of photoSizes) await files.write(photoPath(folder, photo, size), images[size])
}

/** @returns null when the file is missing, as after a restore without the photos */
export function readPhoto(
  files: FileStore,
  folder: string,
  { photo, size }: { photo: string; size: PhotoSize },
): Promise<Buffer | null> {
  return files.read(photoPath(folder, photo, size))
}

export async function removePhotoFiles(
  files: FileStore,
  folder: string,
  photo: string,
): Promise<void> {
  await Promise.all(photoPaths(folder, photo).map((path) => files.remove(path)))
}

/** Deletes the files of photos that nothing refers to, such as those of interrupted uploads. */
export async function pruneOrphans(
  files: FileStore,
  folder: string,
  { now, isUsed }: { now: number; isUsed: (photo: string) => Promise<boolean> },
): Promise<void> {
  const yieldIfBusy = createYielder()
  for await (const photo of photosOlderThan(files, folder, now - orphanGraceMs)) {
    await yieldIfBusy()
    if (!(await isUsed(photo))) await removePhotoFiles(files, folder, photo)
  }
}

/** Ids of the photos last written before `before` (Unix milliseconds), some of them for each of their files: there may be millions. */
async function* photosOlderThan(
  files: FileStore,
  folder: string,
  before: number,
): AsyncGenerator<string> {
  let last = ''
  for await (const { name, modifiedAt } of files.list(folder)) {
    const photo = name.replace(/-\d+\.webp$/, '')
    if (modifiedAt < before && photo !== last) yield photo
    last = photo
  }
}

/** Paths in the file store. */
export function photoPaths(folder: string, photo: string): string[] {
  return photoSizes.map((size) => photoPath(folder, photo, size))
}

function photoPath(folder: string, photo: string, size: PhotoSize): string {
  return `${folder}/${photo}-${size}.webp`
}
