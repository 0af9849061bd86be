import type { Actor } from '#app/platform/actor.ts'
import type { Db, Tx } from '#app/platform/db/connect.ts'
import { NotSignedIn } from '#app/platform/errors.ts'
import { deleteExpired } from '#app/platform/maintenance/delete-expired.ts'
import type { CurrentSession } from '#app/platform/sessions/sessions.ts'

import { previousPhotoRetentionMs, maxPreviousPhotos } from './limits.ts'

/**
 * Sets or removes the account's photo, and stores the replaced one for a while. The no-op update locks the row, so concurrent
 * changes run one after the other.
 *
 * @returns the replaced photo
 */
export async function replacePhoto(
  tx: Tx,
  { userId, now }: Actor,
  photoId: string | null,
): Promise<string | null> {
  const before = await tx
    .updateTable('users')
    .set(({ ref }) => ({ photo_id: ref('photo_id') }))
    .where('id', '=', userId)
    .returning('photo_id')
    .executeTakeFirst()
  // The account may have been deleted while the photo was processed.
  if (!before) throw new NotSignedIn()
  if (before.photo_id === photoId) return photoId
  await tx.updateTable('users').set({ photo_id: photoId }).where('id', '=', userId).execute()
  if (before.photo_id !== null) await storePreviousPhoto(tx, userId, before.photo_id, now)
  return before.photo_id
}

async function storePreviousPhoto(
  tx: Tx,
  user_id: string,
  photo_id: string,
  now: number,
): Promise<void> {
  const times = { replaced_at: now, kept_until: now + previousPhotoRetentionMs }
  await tx
    .insertInto('past_photos')
    .values({ photo_id, user_id, ...times })
    .execute()
  await tx
    .deleteFrom('past_photos')
    .where('user_id', '=', user_id)
    .where('photo_id', 'not in', (photos) =>
      photos
        .selectFrom('past_photos')
        .select('photo_id')
        .where('user_id', '=', user_id)
        .orderBy('replaced_at', 'desc')
        .orderBy('photo_id')
        .limit(maxPreviousPhotos),
    )
    .execute()
}

/** Restores a previous photo. @returns false when it is no longer stored */
export async function restorePhoto(tx: Tx, actor: Actor, photoId: string): Promise<boolean> {
  const { userId, now } = actor
  const removed = await tx
    .deleteFrom('past_photos')
    .where('photo_id', '=', photoId)
    .where('user_id', '=', userId)
    .where('kept_until', '>', now)
    .returning('photo_id')
    .executeTakeFirst()
  if (!removed) return false
  await replacePhoto(tx, actor, photoId)
  return true
}

/** Filters the ids of previous photos that are still stored. */
export async function availablePhotos(
  db: Db,
  { userId, now }: Pick<Actor, 'userId' | 'now'>,
  photoIds: string[],
): Promise<string[]> {
  if (photoIds.length === 0) return []
  const rows = await db
    .selectFrom('past_photos')
    .select('photo_id')
    .where('user_id', '=', userId)
    .where('photo_id', 'in', photoIds)
    .where('kept_until', '>', now)
    .execute()
  return rows.map(({ photo_id }) => photo_id)
}

export async function ownsPhoto(
  db: Db,
  { user_id: userId, photo_id }: Pick<CurrentSession, 'user_id' | 'photo_id'>,
  photoId: string,
  now: number,
): Promise<boolean> {
  return photo_id === photoId || (await availablePhotos(db, { userId, now }, [photoId])).length > 0
}

export async function deleteExpiredPhotos(db: Db, now: number): Promise<void> {
  await deleteExpired(db, 'past_photos', { key: 'photo_id', due: 'kept_until', through: now })
}
