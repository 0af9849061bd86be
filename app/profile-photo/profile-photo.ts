import type { Config } from '#app/platform/config.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { hour } from '#app/platform/durations.ts'

import { photoPaths, photosOlderThan, readPhoto, removePhotoFiles } from './photo-files.ts'

export const photoMostMegabytes = 8

type Place = Pick<Config, 'storageDir'>

/** A file that belongs to nobody is left alone for so long: its account may be about to be told of it. */
const graceMs = hour

/** The photo as it is kept, WebP; null without one. */
export async function photoOf(db: Db, place: Place, userId: string): Promise<Buffer | null> {
  const user = await db
    .selectFrom('users')
    .select('photo_id')
    .where('id', '=', userId)
    .executeTakeFirst()
  return user?.photo_id ? readPhoto(place, user.photo_id, '256') : null
}

/** The files of the photo, as paths inside the storage folder. */
export async function photoFiles(db: Db, userId: string): Promise<string[]> {
  const user = await db
    .selectFrom('users')
    .select('photo_id')
    .where('id', '=', userId)
    .executeTakeFirst()
  return user?.photo_id ? photoPaths(user.photo_id) : []
}

/** Removes files that no account has: of accounts that were deleted, and of changes that a crash cut short. */
export async function prunePhotos(db: Db, place: Place, now: number): Promise<void> {
  for (const photo of await photosOlderThan(place, now - graceMs)) {
    const owner = await db
      .selectFrom('users')
      .select('id')
      .where('photo_id', '=', photo)
      .executeTakeFirst()
    if (!owner) await removePhotoFiles(place, photo)
  }
}
