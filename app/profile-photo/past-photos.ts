import type { Account } from '#app/platform/account.ts'
import type { Db, Tx } from '#app/platform/db/connect.ts'
import { day } from '#app/platform/durations.ts'
import { NotSignedIn } from '#app/platform/errors.ts'
import type { SignedIn } from '#app/platform/sessions.ts'

/** How long a photo that was replaced or removed can be brought back, and how many of them. */
const keptMs = 30 * day
const mostKept = 10

/**
 * Gives the account another photo, or none, and keeps the one it had for a while. Whoever comes at the same time waits for
 * the row and finds ours.
 *
 * @returns the photo until now
 */
export async function exchangePhoto(
  tx: Tx,
  { userId, now }: Account,
  photo: string | null,
): Promise<string | null> {
  const before = await tx
    .updateTable('users')
    .set(({ ref }) => ({ photo_id: ref('photo_id') }))
    .where('id', '=', userId)
    .returning('photo_id')
    .executeTakeFirst()
  // The account may have been deleted while the picture was being made.
  if (!before) throw new NotSignedIn()
  if (before.photo_id === photo) return photo
  await tx.updateTable('users').set({ photo_id: photo }).where('id', '=', userId).execute()
  if (before.photo_id !== null) await keep(tx, userId, before.photo_id, now)
  return before.photo_id
}

async function keep(tx: Tx, user_id: string, photo_id: string, now: number): Promise<void> {
  const times = { replaced_at: now, kept_until: now + keptMs }
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
        .limit(mostKept),
    )
    .execute()
}

/** Puts a photo of the past in the place of the present one. @returns false when it is not kept any more */
export async function bringBackPhoto(tx: Tx, account: Account, photo: string): Promise<boolean> {
  const { userId, now } = account
  const kept = await tx
    .deleteFrom('past_photos')
    .where('photo_id', '=', photo)
    .where('user_id', '=', userId)
    .where('kept_until', '>', now)
    .returning('photo_id')
    .executeTakeFirst()
  if (!kept) return false
  await exchangePhoto(tx, account, photo)
  return true
}

/** Of some photos, those that the account still has, now or for a while. */
export async function photosKept(
  db: Db,
  { userId, now }: Pick<Account, 'userId' | 'now'>,
  photos: string[],
): Promise<string[]> {
  if (photos.length === 0) return []
  const rows = await db
    .selectFrom('past_photos')
    .select('photo_id')
    .where('user_id', '=', userId)
    .where('photo_id', 'in', photos)
    .where('kept_until', '>', now)
    .execute()
  return rows.map(({ photo_id }) => photo_id)
}

/** Whether a photo is this person's. */
export async function hasPhoto(
  db: Db,
  { user_id: userId, photo_id }: Pick<SignedIn, 'user_id' | 'photo_id'>,
  photo: string,
  now: number,
): Promise<boolean> {
  return photo_id === photo || (await photosKept(db, { userId, now }, [photo])).length > 0
}

export async function forgetPastPhotos(db: Db, now: number): Promise<void> {
  await db.deleteFrom('past_photos').where('kept_until', '<=', now).execute()
}
