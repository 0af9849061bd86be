import assert from 'node:assert/strict'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'

import sharp from 'sharp'

import { prunePhotos } from '#app/profile-photo/profile-photo.ts'
import { confirmPassword, signedInAda } from '#testing/signed-in-accounts.ts'
import { addMember, createEngines, enginesPath, invite, registered } from '#testing/teams.ts'
import type { TestApp } from '#testing/test-app.ts'
import type { TestBrowser } from '#testing/test-browser.ts'
import { days, hours } from '#testing/test-clock.ts'
import { onePixelPng, postPhotoBody, uploadPhoto } from '#testing/upload-photo.ts'

import { prunePictures } from './change-picture.ts'
import { eraseOverdueTeams } from './delete-team.ts'

const path = `${enginesPath}/picture`

const picture = (width = 300, height = 200) =>
  sharp({ create: { width, height, channels: 3, background: '#c22' } })
    .png()
    .toBuffer()

const upload = (browser: TestBrowser, photo: Buffer = onePixelPng) =>
  uploadPhoto(browser, photo, { path })

async function pictureUrl(browser: TestBrowser): Promise<string | null> {
  return Object((await browser.visitPath(enginesPath)).page.props['team']).pictureUrl
}

async function files({ config }: TestApp): Promise<string[]> {
  return (await readdir(join(config.storageDir, 'team-pictures')).catch(() => [])).toSorted()
}

async function prune({ app, clock, db }: TestApp): Promise<void> {
  clock.advance(1.5 * hours)
  await prunePictures(db, app.files, clock.now())
  await prunePhotos(db, app.files, clock.now())
}

async function enginesWithPicture(t: Parameters<typeof signedInAda>[0]) {
  const { foyer, laptop: ada } = await signedInAda(t)
  await createEngines(ada)
  assert.equal((await upload(ada, await picture())).status, 200)
  return { foyer, ada, url: String(await pictureUrl(ada)) }
}

async function logOf({ db }: TestApp): Promise<unknown[]> {
  const rows = await db
    .selectFrom('team_events')
    .select('data')
    .where('type', '=', 'team.picture-changed')
    .orderBy('seq')
    .execute()
  return rows.map(({ data }) => JSON.parse(data).hasPicture)
}

test('a picture is re-encoded, and shown to members only, and only as an image (TEA-90)', async (t) => {
  const { foyer, ada, url } = await enginesWithPicture(t)
  const grace = await addMember(foyer, ada, { name: 'Grace' })
  const eve = await registered(foyer, 'Eve')

  const shown = await grace.open(url)

  assert.equal(shown.status, 200)
  const { format, width, height } = await sharp(shown.raw.rawPayload).metadata()
  assert.deepEqual([format, width, height], ['webp', 256, 256])
  assert.match(shown.header('content-security-policy') ?? '', /default-src 'none'; sandbox/)
  assert.match(shown.header('cache-control') ?? '', /^private, max-age=31536000, immutable$/)
  const { teams } = (await grace.visit('teams.index')).page.props
  assert.partialDeepStrictEqual(teams, [{ pictureUrl: url }])
  assert.equal((await eve.open(url)).status, 404)
  assert.equal((await foyer.browser().open(url)).status, 302)
})

test('only a member who may change the team sets or removes its picture (TEA-90)', async (t) => {
  const { foyer, ada, url } = await enginesWithPicture(t)
  const grace = await addMember(foyer, ada, { name: 'Grace' })
  const alan = await addMember(foyer, ada, { name: 'Alan', role: 'admin' })

  assert.equal((await upload(grace)).status, 403)
  assert.equal((await grace.json(path, { method: 'DELETE' })).status, 403)
  assert.equal(await pictureUrl(ada), url)
  assert.equal((await upload(alan)).status, 200)
  assert.notEqual(await pictureUrl(ada), url)
})

test('a picture of another team, or the one before, is not found under the address of a team (TEA-90)', async (t) => {
  const { foyer, ada, url } = await enginesWithPicture(t)
  const eve = await registered(foyer, 'Eve')
  await createEngines(eve, { name: 'Looms', slug: 'looms' })

  assert.equal((await eve.open(url.replace('engines', 'looms'))).status, 404)
  await upload(ada)
  assert.equal((await ada.open(url)).status, 404)
})

test('changes of the picture are in both logs; removing none changes nothing (TEA-91)', async (t) => {
  const { foyer, ada } = await enginesWithPicture(t)

  await upload(ada)
  const removed = await ada.json(path, { method: 'DELETE' })
  const again = await ada.json(path, { method: 'DELETE' })

  assert.deepEqual([removed.status, again.status], [200, 200])
  assert.deepEqual(await logOf(foyer), [true, true, false])
  const own = await foyer.events('team.picture-changed')
  assert.deepEqual(
    own.map(({ data }) => Object(data).hasPicture),
    [true, true, false],
  )
})

test('the files of a replaced picture, a removed one and an erased team are deleted, and no others (TEA-92)', async (t) => {
  const { foyer, ada } = await enginesWithPicture(t)
  await uploadPhoto(ada, onePixelPng)
  await upload(ada)
  await prune(foyer)
  assert.equal((await files(foyer)).length, 2)
  await confirmPassword(ada)
  await ada.json(enginesPath, { method: 'DELETE', body: { confirmation: 'engines' } })
  foyer.clock.advance(60 * days)

  await eraseOverdueTeams(foyer.db, foyer.clock.now())
  await prune(foyer)

  assert.deepEqual(await files(foyer), [])
  const photos = await readdir(join(foyer.config.storageDir, 'photos'))
  assert.equal(photos.length, 2)
})

test('the page of an invitation shows the picture, to nobody without the link (TEA-93)', async (t) => {
  const { foyer, ada, url } = await enginesWithPicture(t)
  const link = await invite(foyer, ada, { email: 'grace@example.com' })
  const guest = foyer.browser()

  const shown = String((await guest.visitPath(link)).page.props['pictureUrl'])

  const image = await guest.open(shown)
  assert.deepEqual([image.status, image.header('content-type')], [200, 'image/webp'])
  assert.match(image.header('cache-control') ?? '', /no-store/)
  const forged = shown.replace(/\.[\w-]{43}/, `.${'x'.repeat(43)}`)
  assert.equal((await guest.open(forged)).status, 410)
  await upload(ada)
  assert.equal((await guest.open(shown)).status, 404)
  assert.equal((await guest.open(url)).status, 302)
})

test('of concurrent uploads one picture is left, and the files of the others are deleted (TEA-92)', async (t) => {
  const { foyer, ada } = await enginesWithPicture(t)

  const answers = await Promise.all(Array.from({ length: 8 }, () => upload(ada)))
  await prune(foyer)

  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200])
  const id = String(await pictureUrl(ada)).split('/')[4]
  assert.deepEqual(await files(foyer), [`${id}-256.webp`, `${id}-96.webp`])
})

test('a role that is lowered during the upload stores nothing (TEA-90)', async (t) => {
  const { foyer, ada } = await enginesWithPicture(t)
  const alan = await addMember(foyer, ada, { name: 'Alan', role: 'admin' })
  const before = await files(foyer)
  const sent = upload(alan, await picture(3000, 3000))
  await new Promise((resolve) => setImmediate(resolve))
  await foyer.db
    .updateTable('team_members')
    .set({ role: 'member' })
    .where('role', '=', 'admin')
    .execute()

  assert.equal((await sent).status, 403)
  assert.deepEqual(await files(foyer), before)
})

const hostile: [string, () => Promise<Buffer>][] = [
  ['SVG with script', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ['HTML', async () => Buffer.from('<!doctype html><script>alert(1)</script>')],
  ['more than 8 MB', async () => Buffer.alloc(8 * 1024 * 1024 + 1)],
  ['more pixels than allowed', () => picture(6000, 5000)],
]

for (const [what, make] of hostile) {
  test(`a team picture is rejected with an error at the field and nothing is stored: ${what} (TEA-94)`, async (t) => {
    const { foyer, ada, url } = await enginesWithPicture(t)
    const before = await files(foyer)

    const { status, raw } = await upload(ada, await make())

    assert.deepEqual([status, Object.keys(raw.json().errors)], [422, ['photo']])
    assert.deepEqual(await files(foyer), before)
    assert.equal(await pictureUrl(ada), url)
  })
}

test('rejects malformed forms, and limits uploads together with those of photos (TEA-94)', async (t) => {
  const { ada } = await enginesWithPicture(t)
  const body = '--edge\r\ncontent-disposition: form-data; name="__proto__"\r\n\r\nx\r\n--edge--\r\n'
  const type = 'multipart/form-data; boundary=edge'

  assert.ok([400, 422].includes((await postPhotoBody(ada, { body, type }, path)).status))
  for (let tries = 0; tries < 18; tries++) await uploadPhoto(ada, Buffer.alloc(0))
  assert.equal((await upload(ada)).status, 429)
})

test('a storage failure keeps the team picture as it was (TEA-94)', async (t) => {
  const { foyer, laptop: ada } = await signedInAda(t)
  await createEngines(ada)
  const folder = join(foyer.config.storageDir, 'team-pictures')
  await writeFile(folder, 'no folder can be made here, as on a disk without room')

  const { status, raw } = await upload(ada)

  assert.equal(status, 422)
  assert.match(raw.json().errors.photo[0], /couldn't save your photo/)
  assert.deepEqual(await logOf(foyer), [])
})
