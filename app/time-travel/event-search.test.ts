import assert from 'node:assert/strict'
import { test } from 'node:test'

import { ada, adaOnTwoDevices, registerAccount, signedInAda } from '#testing/signed-in-accounts.ts'
import type { TestBrowser } from '#testing/test-browser.ts'
import { minutes } from '#testing/test-clock.ts'

import { eventsPerSearch } from './limits.ts'
import type { EventPage } from './pages.ts'

async function search(browser: TestBrowser, text: string, query = ''): Promise<EventPage> {
  const path = `/time-travel?search=${encodeURIComponent(text)}${query}`
  const { page } = await browser.visitPath(path)
  return JSON.parse(JSON.stringify(page.props['events']))
}

const typesOf = ({ data }: EventPage) => data.map(({ type }) => type)
const rename = (browser: TestBrowser, form: Record<string, string>) =>
  browser.visit('user-profile-information.update', form)

test('a search finds words of titles, details, devices and addresses, all of them in one event', async (t) => {
  const { laptop, phone } = await adaOnTwoDevices(t)
  await rename(laptop, { name: 'Ada King' })
  await rename(phone, { name: 'Countess' })

  assert.deepEqual(typesOf(await search(laptop, 'king countess')), ['profile.updated'])
  assert.deepEqual(typesOf(await search(laptop, 'PROFILE safari')), ['profile.updated'])
  assert.deepEqual(typesOf(await search(laptop, `sign-in ${phone.ipAddress}`)), ['session.started'])
  assert.deepEqual(typesOf(await search(laptop, 'king no such word')), [])
})

test("titles are searched in the user's language", async (t) => {
  const { laptop } = await signedInAda(t)
  await rename(laptop, { name: 'Ada King', locale: 'de' })

  assert.deepEqual(typesOf(await search(laptop, 'profil geändert')), ['profile.updated'])
})

test('a search respects the filters, starts at the newest event, and sees no other account', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const graces = foyer.browser()
  await registerAccount(foyer, graces, { ...ada, name: 'Grace', email: 'grace@example.com' })
  await rename(graces, { name: 'Countess' })
  foyer.clock.advance(minutes)
  await rename(laptop, { name: 'Ada King' })

  assert.deepEqual(typesOf(await search(laptop, 'countess')), [])
  assert.deepEqual(typesOf(await search(laptop, 'king', '&type=session')), [])
  assert.deepEqual(typesOf(await search(laptop, 'king', '&event=1')), ['profile.updated'])
})

test('one request reads a limited number of events, and the next goes on from there', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  await rename(laptop, { name: 'Countess' })
  for (let count = 0; count < eventsPerSearch; count++) {
    await rename(laptop, { name: `Ada ${count % 2}` })
  }
  const total = (await foyer.events()).length

  const first = await search(laptop, 'lovelace countess')
  const second = await search(laptop, 'lovelace countess', `&cursor=${first.olderCursor}`)

  assert.deepEqual(typesOf(first), [])
  assert.equal(first.searchedTo?.seq, total - eventsPerSearch + 1)
  assert.deepEqual(typesOf(second), ['profile.updated'])
  assert.deepEqual([second.searchedTo, second.olderCursor], [null, null])
})

test('a search that is too long is ignored', async (t) => {
  const { laptop } = await signedInAda(t)

  assert.equal((await search(laptop, 'x'.repeat(101))).data.length, 5)
})
