import type { Db } from '#app/platform/db/connect.ts'
import type { FileStore } from '#app/platform/files/file-store.ts'
import { createYielder } from '#app/platform/lib/yield-to-event-loop.ts'

import { orphanGraceMs } from './limits.ts'
import { photoPaths, photosOlderThan, readPhoto, removePhotoFiles } from './photo-files.ts'
import { deleteExpiredPhotos } from './previous-photos.ts'

export { restorePhoto, replacePhoto, availablePhotos } from './previous-photos.ts'

/** The current and previous photos as WebP files for a data export. */
export async function exportedPhotos(
  db: Db,
  store: FileStore,
  userId: string,
): Promise<{ name: string; content: Buffer }[]> {
  const files: { name: string; content: Buffer }[] = []
  for (const { photo, isPrevious } of await accountPhotos(db, userId)) {
    const content = await readPhoto(store, photo, '256')
    if (content)
      files.push({ name: isPrevious ? `past-photo-${photo}.webp` : 'photo.webp', content })
  }
  return files
}

/** Paths of all photo files, including previous photos. */
export async function photoFilePaths(db: Db, userId: string): Promise<string[]> {
  const photos = await accountPhotos(db, userId)
  return photos.flatMap(({ photo }) => photoPaths(photo))
}

async function accountPhotos(
  db: Db,
  userId: string,
): Promise<{ photo: string; isPrevious: boolean }[]> {
  const user = await db
    .selectFrom('users')
    .select('photo_id')
    .where('id', '=', userId)
    .executeTakeFirst()
  const previous = await db
    .selectFrom('past_photos')
    .select('photo_id as photo')
    .where('user_id', '=', userId)
    .orderBy('photo_id')
    .execute()
  return [
    ...(user?.photo_id ? [{ photo: user.photo_id, isPrevious: false }] : []),
    ...previous.map(({ photo }) => ({ photo, isPrevious: true })),
  ]
}

/** Deletes expired previous photos, and orphaned files of deleted accounts and interrupted uploads. */
export async function prunePhotos(db: Db, files: FileStore, now: number): Promise<void> {
  await deleteExpiredPhotos(db, now)
  const yieldIfBusy = createYielder()
  for await (const photo of photosOlderThan(files, now - orphanGraceMs)) {
    await yieldIfBusy()
    const owner = await db
      .selectFrom('users')
      .select('id')
      .where('photo_id', '=', photo)
      .union(db.selectFrom('past_photos').select('user_id as id').where('photo_id', '=', photo))
      .executeTakeFirst()
    if (!owner) await removePhotoFiles(files, photo)
  }
}
