import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'

import sharp from 'sharp'

import { createFileStore, type FileStore } from '#app/platform/files/file-store.ts'
import { createCli } from '#testing/cli.ts'
import { startS3Server } from '#testing/s3-server.ts'
import { ada, confirmPassword, signedInAda } from '#testing/signed-in-accounts.ts'
import { spawnServer } from '#testing/spawn-server.ts'
import { createTestApp } from '#testing/test-app.ts'
import { days, hours } from '#testing/test-clock.ts'
import { uploadPhoto } from '#testing/upload-photo.ts'

import { filePruningTasks } from './periodic-tasks.ts'

const bluePng = await sharp({
  create: { width: 300, height: 200, channels: 3, background: 'blue' },
})
  .png()
  .toBuffer()

const adaWithBucket = (t: TestContext, settings: Record<string, string>) =>
  signedInAda(t, (owner) => createTestApp(owner, settings))

const namesIn = async (files: FileStore, folder: string) =>
  (await Array.fromAsync(files.list(folder), ({ name }) => name)).toSorted()

test('a photo uploaded to one server is shown by another that shares no disk', async (t) => {
  const { settings } = await startS3Server(t)
  const { foyer, laptop } = await adaWithBucket(t, settings)

  assert.equal((await uploadPhoto(laptop, bluePng)).status, 200)

  const { auth } = (await laptop.visit('profile.show')).page.props
  const url = Object(auth).user.profile_photo_url
  assert.equal((await laptop.open(url)).status, 200)
  assert.ok(!readdirSync(foyer.config.storageDir).includes('photos'))
  const otherServer = await createFileStore({ ...foyer.config, storageDir: '/nowhere' })
  assert.equal((await namesIn(otherServer, 'photos')).length, 2)
})

test('a bucket that is down keeps the old photo and answers 503 for it', async (t) => {
  const { settings, faults } = await startS3Server(t)
  const { laptop } = await adaWithBucket(t, settings)
  await uploadPhoto(laptop, bluePng)
  const { auth } = (await laptop.visit('profile.show')).page.props
  const url = Object(auth).user.profile_photo_url

  faults.push(500, 500, 500)
  const unavailable = await laptop.open(url)
  faults.push(500, 500, 500)
  const refused = await uploadPhoto(laptop, bluePng)

  assert.equal(unavailable.status, 503)
  assert.equal(refused.status, 422)
  assert.equal((await laptop.open(url)).status, 200)
})

test('an export is downloaded from the bucket; erasing the account deletes it and the photos', async (t) => {
  const { settings } = await startS3Server(t)
  const { foyer, laptop } = await adaWithBucket(t, settings)
  const { files } = foyer.app
  await uploadPhoto(laptop, bluePng)
  await confirmPassword(laptop)
  await laptop.visit('data-export.store')
  await foyer.mails()

  const { raw } = await laptop.open('/user/data-export')
  assert.equal(raw.rawPayload.subarray(0, 2).toString(), 'PK')
  assert.equal(raw.rawPayload.length, Number(raw.headers['content-length']))
  assert.deepEqual(readdirSync(join(foyer.config.storageDir, 'exports')), [])
  assert.equal((await namesIn(files, 'exports')).length, 1)

  await laptop.visit('current-user.destroy', { password: ada.password, confirmation: ada.email })
  foyer.clock.advance(14 * days)
  await foyer.mails()
  assert.deepEqual(await namesIn(files, 'exports'), [])
  assert.deepEqual(await namesIn(files, 'photos'), [])
})

test('files without an owner are deleted from the bucket', async (t) => {
  const { settings } = await startS3Server(t)
  const { foyer, laptop } = await adaWithBucket(t, settings)
  const { files } = foyer.app
  await uploadPhoto(laptop, bluePng)
  await files.write(`photos/${'A'.repeat(22)}-96.webp`, Buffer.from('lost'))
  await files.write('exports/lost.zip', Buffer.from('lost'))

  for (const task of filePruningTasks) await task(foyer.app, Date.now() + 2 * hours)

  assert.equal((await namesIn(files, 'photos')).length, 2)
  assert.deepEqual(await namesIn(files, 'exports'), [])
})

test('doctor checks the bucket, and a backup says that photos are not in it', async (t) => {
  const { settings } = await startS3Server(t)
  const { foyer } = await adaWithBucket(t, settings)
  const runWith = (changed: object) => createCli(foyer, { variables: { ...settings, ...changed } })

  const healthy = await runWith({})('doctor')
  const missing = settings.STORAGE_URL.replace('people', 'strangers')
  const broken = await runWith({ STORAGE_URL: missing })('doctor')
  const backup = await runWith({})('backup')

  assert.match(healthy.out, /photos and exports +127\.0\.0\.1:\d+ lists the bucket people\./)
  assert.match(broken.out, /STORAGE_URL cannot be used: the bucket strangers does not exist\./)
  assert.equal(broken.status, 1)
  assert.match(backup.out, /Photos are in the bucket people and not in the backup\./)
})

const wrongSettings: [string, Record<string, string>, RegExp][] = [
  [
    'a missing bucket',
    { STORAGE_URL: 'strangers' },
    /^STORAGE_URL cannot be used: the bucket strangers does not exist\.\n$/,
  ],
  [
    'a wrong key',
    { AWS_SECRET_ACCESS_KEY: 'wrong' },
    /^STORAGE_URL cannot be used: 127\.0\.0\.1:\d+ refuses the bucket people \(SignatureDoesNotMatch, status 403\)\. Check its name, region and keys\.\n$/,
  ],
]

for (const [name, changed, sentence] of wrongSettings) {
  test(`the start ends with a sentence about ${name}`, async (t) => {
    const { settings } = await startS3Server(t)
    const { STORAGE_URL: bucket = 'people', ...keys } = changed
    const STORAGE_URL = settings.STORAGE_URL.replace('people', bucket)

    const { output, waitForExit } = await spawnServer(t, { ...settings, ...keys, STORAGE_URL })

    assert.equal(await waitForExit(), 1)
    assert.match(output(), sentence)
  })
}

test('a server starts while the bucket does not answer, and logs it', async (t) => {
  const { settings, faults } = await startS3Server(t)
  faults.push(500, 500, 500)

  const { origin, output } = await spawnServer(t, settings)

  assert.equal((await fetch(`${origin}/ready`)).status, 200)
  assert.match(output(), /"object storage unreachable"/)
})
