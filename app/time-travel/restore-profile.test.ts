import assert from 'node:assert/strict'
import { test } from 'node:test'

import sharp from 'sharp'

import { ada, signedInAda, adaOnTwoDevices, confirmPassword } from '#testing/signed-in-accounts.ts'
import type { TestApp } from '#testing/test-app.ts'
import type { TestBrowser } from '#testing/test-browser.ts'
import { days } from '#testing/test-clock.ts'
import { uploadPhoto } from '#testing/upload-photo.ts'

const path = '/time-travel/restore'

/** Ada with a changed name and time zone; `event` is the state before. */
async function adaWithChangedProfile(t: Parameters<typeof signedInAda>[0]) {
  const { foyer, laptop } = await signedInAda(t)
  const { total: event } = await fetchActivity(laptop)
  await updateProfile(laptop, { name: 'Eve', timezone: 'Asia/Tokyo', locale: 'de' })
  await confirmPassword(laptop)
  return { foyer, laptop, event }
}

const updateProfile = (browser: TestBrowser, form: object) =>
  browser.visit('user-profile-information.update', { ...form })

async function fetchActivity(browser: TestBrowser) {
  return Object((await browser.visit('time-travel.index')).page.props['activity'])
}

function restore(browser: TestBrowser, body: object) {
  return browser.json(path, { method: 'POST', body })
}

async function profile({ db }: TestApp) {
  return db
    .selectFrom('users')
    .select(['name', 'locale', 'timezone', 'photo_id as photo'])
    .executeTakeFirstOrThrow()
}

test('restoring the profile restores the chosen fields and records it', async (t) => {
  const { foyer, laptop, event } = await adaWithChangedProfile(t)

  const form = { event, fields: ['name', 'locale'], name: 'Eve', locale: 'de' }
  const { status } = await restore(laptop, form)

  assert.equal(status, 200)
  const now = { name: ada.name, locale: null, timezone: 'Asia/Tokyo', photo: null }
  assert.deepEqual(await profile(foyer), now)
  const [recorded] = await foyer.events('profile.restored')
  assert.deepEqual(recorded?.data, {
    event,
    before: { name: 'Eve', locale: 'de' },
    after: { name: ada.name, locale: null },
  })
})

test('a restore of the profile can be undone by a restore', async (t) => {
  const { foyer, laptop, event } = await adaWithChangedProfile(t)
  await restore(laptop, { event, fields: ['name'], name: 'Eve' })
  const { total } = await fetchActivity(laptop)

  await restore(laptop, { event: total - 1, fields: ['name'], name: ada.name })

  assert.equal((await profile(foyer)).name, 'Eve')
})

test('the offered undo restores the state just before, whatever happened since', async (t) => {
  const { foyer, laptop, event } = await adaWithChangedProfile(t)
  const { total } = await fetchActivity(laptop)
  await laptop.visit('time-travel.restore', { event, fields: ['name'], name: 'Eve' })

  const { flash } = (await laptop.visit('time-travel.index')).page
  await restore(laptop, { event: flash?.['undoToEvent'], fields: ['name'], name: ada.name })

  assert.equal(flash?.['undoToEvent'], total)
  assert.equal((await profile(foyer)).name, 'Eve')
})

test('after an undo the page says that it was undone, and offers no undo of that', async (t) => {
  const { laptop, event } = await adaWithChangedProfile(t)
  await laptop.visit('time-travel.restore', { event, fields: ['name'], name: 'Eve' })
  const { flash } = (await laptop.visit('time-travel.index')).page

  const form = { event: flash?.['undoToEvent'], fields: ['name'], name: ada.name, undo: 'true' }
  await laptop.visit('time-travel.restore', form)

  const { flash: after } = (await laptop.visit('time-travel.index')).page
  assert.deepEqual(after, { status: 'restore-undone' })
})

test('restoring unchanged fields reports it and records no event', async (t) => {
  const { foyer, laptop, event } = await adaWithChangedProfile(t)
  await restore(laptop, { event, fields: ['name'], name: 'Eve' })

  await laptop.visit('time-travel.restore', { event, fields: ['name'], name: ada.name })

  const { flash } = (await laptop.visit('time-travel.index')).page
  assert.equal(flash?.['status'], 'nothing-to-restore')
  assert.equal((await foyer.events('profile.restored')).length, 1)
})

test('a field changed since it was displayed rejects the whole restore (PST-01)', async (t) => {
  const { foyer, laptop, event } = await adaWithChangedProfile(t)
  await updateProfile(laptop, { name: 'Mallory' })

  const form = { event, fields: ['name', 'timezone'], name: 'Eve', timezone: 'Asia/Tokyo' }
  const { status, raw: response } = await restore(laptop, form)

  assert.equal(status, 422)
  assert.deepEqual(Object.keys(response.json().errors), ['name'])
  assert.partialDeepStrictEqual(await profile(foyer), { name: 'Mallory', timezone: 'Asia/Tokyo' })
})

test('of concurrent restores one succeeds, and no concurrent update is lost (PST-01)', async (t) => {
  const { foyer, laptop, event } = await adaWithChangedProfile(t)
  const form = { event, fields: ['name'], name: 'Eve' }

  const answers = await Promise.all([
    ...Array.from({ length: 6 }, () => restore(laptop, form)),
    updateProfile(laptop, { name: 'Countess' }),
  ])

  const restored = await foyer.events('profile.restored')
  const updated = await foyer.events('profile.updated')
  const names = [...updated, ...restored].toSorted((a, b) => a.seq - b.seq).map(({ data }) => data)
  for (const [at, { before }] of names.entries())
    assert.equal(Object(before).name, at === 0 ? ada.name : Object(names[at - 1]?.['after']).name)
  assert.ok(restored.length <= 1)
  assert.ok(answers.slice(0, 6).filter(({ status }) => status === 200).length <= 1)
})

test('restoring the profile requires a recent confirmation (PST-02)', async (t) => {
  const { foyer, laptop, event } = await adaWithChangedProfile(t)
  foyer.clock.advance(16 * 60_000)
  const form = { event, fields: ['name'], name: 'Eve' }

  assert.equal((await restore(laptop, form)).status, 423)
  assert.equal((await profile(foyer)).name, 'Eve')
})

test('restoring the profile rejects an unknown event or field', async (t) => {
  const { laptop } = await adaWithChangedProfile(t)

  assert.equal((await restore(laptop, { event: 999, fields: ['name'], name: 'Eve' })).status, 404)
  assert.equal((await restore(laptop, { event: 1, fields: ['email'] })).status, 422)
  assert.equal((await restore(laptop, { event: 1, fields: ['password_hash'] })).status, 422)
  assert.equal((await restore(laptop, { event: 1, fields: [] })).status, 422)
})

test('a photo can be restored while it is stored, and only by its owner', async (t) => {
  const { foyer, laptop, phone } = await adaOnTwoDevices(t)
  await uploadPhoto(laptop, await picture('#c00'))
  const { photo: red } = await profile(foyer)
  const { total: event } = await fetchActivity(laptop)
  await uploadPhoto(laptop, await picture('#00c'))
  const { photo: blue } = await profile(foyer)
  await confirmPassword(laptop)
  const shown = `/photos/${red}/256`
  assert.equal((await phone.open(shown)).status, 200)
  assert.equal((await foyer.browser().open(shown)).status, 404)

  const { status } = await restore(laptop, { event, fields: ['photo'], photo: blue })

  assert.equal(status, 200)
  assert.equal((await profile(foyer)).photo, red)
  foyer.clock.advance(31 * days)
  const later = foyer.browser()
  await later.visit('login.store', ada)
  await confirmPassword(later)
  assert.equal((await later.open(`/photos/${blue}/256`)).status, 404)
  const gone = await restore(later, { event: event + 1, fields: ['photo'], photo: red })
  assert.match(gone.raw.json().errors.photo[0], /isn't stored/)
})

function picture(background: string): Promise<Buffer> {
  return sharp({ create: { width: 9, height: 9, channels: 3, background } })
    .png()
    .toBuffer()
}
