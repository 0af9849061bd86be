import type { Db } from '#app/platform/db/connect.ts'
import type { FileStore } from '#app/platform/files/file-store.ts'

import { photoPaths, pruneOrphans, readPhoto } from './photo-files.ts'
import { deleteExpiredPhotos } from './previous-photos.ts'

export { pruneOrphans, readPhoto } from './photo-files.ts'
export { restorePhoto, replacePhoto, availablePhotos } from './previous-photos.ts'
export { photoSizes } from './process-photo.ts'
export { type PhotoStorage, storePhoto } from './store-photo.ts'

/** The current and previous photos as WebP files for a data export. */
export async function exportedPhotos(
  db: Db,
  store: FileStore,
  userId: string,
): Promise<{ name: string; content: Buffer }[]> {
  const files: { name: string; content: Buffer }[] = []
  for (const { photo, isPrevious } of await accountPhotos(db, userId)) {
    const content = await readPhoto(store, 'photos', { photo, size: '256' })
    if (content)
      files.push({ name: isPrevious ? `past-photo-${photo}.webp` : 'photo.webp', content })
  }
  return files
}

/** Paths of all photo files, including previous photos. */
export async function photoFilePaths(db: Db, userId: string): Promise<string[]> {
  const photos = await accountPhotos(db, userId)
  return photos.flatMap(({ photo }) => photoPaths('photos', photo))
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
  const isUsed = async (photo: string) => {
    const owner = await db
      .selectFrom('users')
      .select('id')
      .where('photo_id', '=', photo)
      .union(db.selectFrom('past_photos').select('user_id as id').where('photo_id', '=', photo))
      .executeTakeFirst()
    return owner !== undefined
  }
  await pruneOrphans(files, 'photos', { now, isUsed })
}
