import assert from 'node:assert/strict'
import { utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'

import sharp from 'sharp'

import { ada, signedInAda } from '#testing/signed-in-accounts.ts'
import type { TestApp } from '#testing/test-app.ts'
import { days, hours } from '#testing/test-clock.ts'
import { eraseAllAccounts } from '#testing/test-database.ts'
import {
  onePixelPng,
  photoEvents,
  photoUrl,
  storedPhotos,
  uploadPhoto,
} from '#testing/upload-photo.ts'

import { prunePhotos } from './profile-photo.ts'

test('a replaced photo stays visible to its owner for thirty days, then its files are deleted (5.2.4)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  await uploadPhoto(laptop, onePixelPng)
  const before = await storedPhotos(foyer)
  const old = await photoUrl(laptop)

  await uploadPhoto(laptop, onePixelPng)

  assert.equal((await laptop.open(old)).status, 200)
  await advanceAndPrune(foyer, 30 * days - 1)
  assert.equal((await storedPhotos(foyer)).length, 4)
  await advanceAndPrune(foyer, 1)
  const now = await storedPhotos(foyer)
  assert.equal(now.length, 2)
  assert.ok(now.every((it) => !before.includes(it)))
  await laptop.visit('login.store', ada)
  assert.equal((await laptop.open(old)).status, 404)
})

test('of sixteen concurrent uploads one becomes current, and ten of the others stay restorable (UPL-07, 5.2.4)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)

  const answers = await Promise.all(
    Array.from({ length: 16 }, () => uploadPhoto(laptop, onePixelPng)),
  )

  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200])
  const { photo_id } = await foyer.db
    .selectFrom('users')
    .select('photo_id')
    .executeTakeFirstOrThrow()
  await advanceAndPrune(foyer, 2 * hours)
  const left = await storedPhotos(foyer)
  assert.ok(left.includes(`${photo_id}-256.webp`))
  assert.equal(left.length, 2 * 11)
})

test('removing the photo restores the initials and deletes the files after the retention time', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  await uploadPhoto(laptop, onePixelPng)

  const first = await laptop.visit('current-user-photo.destroy')
  const again = await laptop.visit('current-user-photo.destroy')

  assert.deepEqual([first.status, again.status], [303, 303])
  assert.equal(await photoUrl(laptop), null)
  await advanceAndPrune(foyer, 30 * days)
  assert.deepEqual(await storedPhotos(foyer), [])
  assert.deepEqual(
    (await photoEvents(foyer)).map(([type]) => type),
    ['photo.changed', 'photo.removed'],
  )
})

test('an account deleted during an upload leaves no file (UPL-09)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const sent = uploadPhoto(laptop, await largePicture())
  await new Promise((resolve) => setImmediate(resolve))
  await eraseAllAccounts(foyer.db)

  assert.ok([200, 401].includes((await sent).status))

  await prunePhotos(foyer.db, foyer.app.files, foyer.clock.now() + 2 * hours)
  assert.deepEqual(await storedPhotos(foyer), [])
})

test('orphaned files are deleted after an hour; a photo in use stays', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  await uploadPhoto(laptop, onePixelPng)
  const used = await storedPhotos(foyer)
  const folder = join(foyer.config.storageDir, 'photos')
  const lost = ['AAAAAAAAAAAAAAAAAAAAAA-96.webp', 'BBBBBBBBBBBBBBBBBBBBBB-96.webp']
  for (const name of lost) await writeFile(join(folder, name), 'lost')
  await utimes(join(folder, 'AAAAAAAAAAAAAAAAAAAAAA-96.webp'), new Date(0), new Date(0))
  await utimes(join(folder, used[0] ?? ''), new Date(0), new Date(0))

  await prunePhotos(foyer.db, foyer.app.files, Date.now())

  assert.deepEqual(
    await storedPhotos(foyer),
    [...used, 'BBBBBBBBBBBBBBBBBBBBBB-96.webp'].toSorted(),
  )
})

/** Runs the server's pruning after some time. */
async function advanceAndPrune(foyer: TestApp, ms: number): Promise<void> {
  foyer.clock.advance(ms)
  await prunePhotos(foyer.db, foyer.app.files, foyer.clock.now())
}

function largePicture(): Promise<Buffer> {
  const size = { width: 2000, height: 2000, channels: 3, background: 'red' } as const
  return sharp({ create: size }).png().toBuffer()
}
