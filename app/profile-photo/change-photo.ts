import { randomBytes } from 'node:crypto'

import { say } from '@foyer/sentences'

import type { Account } from '#app/platform/account.ts'
import type { Config } from '#app/platform/config.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { Invalid } from '#app/platform/errors.ts'
import { record } from '#app/platform/record.ts'

import { type Crop, makePhoto } from './make-photo.ts'
import { exchangePhoto } from './past-photos.ts'
import { removePhotoFiles, writePhoto } from './photo-files.ts'

/** What a change of photo stands on. */
export interface Darkroom {
  db: Db
  config: Pick<Config, 'storageDir'>
  /** Told what went wrong with the disk, which the person is not. */
  onProblem: (error: unknown) => void
}

/** Makes the picture anew and puts it in place of the last one, which is kept for a while. */
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

  await inTransaction(db, async (tx) => {
    const before = await exchangePhoto(tx, account, photo)
    await record(tx, account, 'photo.changed', { replaced: before !== null, photo })
  }).catch(async (error: unknown) => {
    await removePhotoFiles(config, photo).catch(onProblem)
    throw error
  })
}

/** Back to initials. Without a photo nothing happens. */
export async function removePhoto(db: Db, account: Account): Promise<void> {
  await inTransaction(db, async (tx) => {
    const before = await exchangePhoto(tx, account, null)
    if (before !== null) await record(tx, account, 'photo.removed', {})
  })
}
