import type { Config } from '#app/platform/config.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { hour } from '#app/platform/durations.ts'

import { forgetPastPhotos } from './past-photos.ts'
import { photoPaths, photosOlderThan, readPhoto, removePhotoFiles } from './photo-files.ts'

export { bringBackPhoto, exchangePhoto, photosKept } from './past-photos.ts'

export const photoMostMegabytes = 8

type Place = Pick<Config, 'storageDir'>

/** A file that belongs to nobody is left alone for so long: its account may be about to be told of it. */
const graceMs = hour

/** The photos as they are kept, WebP, by what an export calls them: the present one and those of the past. */
export async function photosOf(
  db: Db,
  place: Place,
  userId: string,
): Promise<{ name: string; content: Buffer }[]> {
  const found: { name: string; content: Buffer }[] = []
  for (const { photo, isPast } of await photosOfAccount(db, userId)) {
    const content = await readPhoto(place, photo, '256')
    if (content) found.push({ name: isPast ? `past-photo-${photo}.webp` : 'photo.webp', content })
  }
  return found
}

/** The files of its photos, those of the past included, as paths inside the storage folder. */
export async function photoFiles(db: Db, userId: string): Promise<string[]> {
  const photos = await photosOfAccount(db, userId)
  return photos.flatMap(({ photo }) => photoPaths(photo))
}

async function photosOfAccount(
  db: Db,
  userId: string,
): Promise<{ photo: string; isPast: boolean }[]> {
  const user = await db
    .selectFrom('users')
    .select('photo_id')
    .where('id', '=', userId)
    .executeTakeFirst()
  const past = await db
    .selectFrom('past_photos')
    .select('photo_id as photo')
    .where('user_id', '=', userId)
    .orderBy('photo_id')
    .execute()
  return [
    ...(user?.photo_id ? [{ photo: user.photo_id, isPast: false }] : []),
    ...past.map(({ photo }) => ({ photo, isPast: true })),
  ]
}

/**
 * Removes photos of the past whose time is over, and files that no account has: of accounts that were deleted, and of
 * changes that a crash cut short.
 */
export async function prunePhotos(db: Db, place: Place, now: number): Promise<void> {
  await forgetPastPhotos(db, now)
  for (const photo of await photosOlderThan(place, now - graceMs)) {
    const owner = await db
      .selectFrom('users')
      .select('id')
      .where('photo_id', '=', photo)
      .union(db.selectFrom('past_photos').select('user_id as id').where('photo_id', '=', photo))
      .executeTakeFirst()
    if (!owner) await removePhotoFiles(place, photo)
  }
}
