import { randomBytes } from 'node:crypto'

import { say } from '@foyer/sentences'

import type { Account } from '#app/platform/account.ts'
import type { Config } from '#app/platform/config.ts'
import type { Db, Tx } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { Invalid, NotSignedIn } from '#app/platform/errors.ts'
import { record } from '#app/platform/record.ts'

import { type Crop, makePhoto } from './make-photo.ts'
import { removePhotoFiles, writePhoto } from './photo-files.ts'

/** What a change of photo stands on. */
export interface Darkroom {
  db: Db
  config: Pick<Config, 'storageDir'>
  /** Told what went wrong with the disk, which the person is not. */
  onProblem: (error: unknown) => void
}

/** Makes the picture anew and puts it in place of the last one, which goes once that is certain. */
export async function changePhoto(
  { db, config, onProblem }: Darkroom,
  account: Account,
  { file, crop }: { file: Buffer; crop: Crop | null },
): Promise<void> {
  const made = await makePhoto(file, crop)
  const photo = randomBytes(16).toString('base64url')

  try {
    await writePhoto(config, photo, made)
  } catch (error) {
    onProblem(error)
    await removePhotoFiles(config, photo).catch(onProblem)
    const sentence = say('We could not keep your photo. The one you had stays. Try again later.')
    throw new Invalid({ photo: sentence })
  }

  const replaced = await inTransaction(db, async (tx) => {
    const before = await exchange(tx, account, photo)
    await record(tx, account, 'photo.changed', { replaced: before !== null })
    return before
  }).catch(async (error: unknown) => {
    await removePhotoFiles(config, photo).catch(onProblem)
    throw error
  })
  if (replaced !== null) await removePhotoFiles(config, replaced).catch(onProblem)
}

/** Back to initials. Without a photo nothing happens. */
export async function removePhoto(
  { db, config, onProblem }: Darkroom,
  account: Account,
): Promise<void> {
  const removed = await inTransaction(db, async (tx) => {
    const before = await exchange(tx, account, null)
    if (before !== null) await record(tx, account, 'photo.removed', {})
    return before
  })
  if (removed !== null) await removePhotoFiles(config, removed).catch(onProblem)
}

/** @returns the photo until now. Whoever comes at the same time waits for the row and finds ours. */
async function exchange(tx: Tx, { userId }: Account, photo: string | null): Promise<string | null> {
  const before = await tx
    .updateTable('users')
    .set(({ ref }) => ({ photo_id: ref('photo_id') }))
    .where('id', '=', userId)
    .returning('photo_id')
    .executeTakeFirst()
  // The account may have been deleted while the picture was being made.
  if (!before) throw new NotSignedIn()
  await tx.updateTable('users').set({ photo_id: photo }).where('id', '=', userId).execute()
  return before.photo_id
}
