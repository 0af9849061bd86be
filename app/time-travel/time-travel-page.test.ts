import assert from 'node:assert/strict'
import { test } from 'node:test'

import type { Pages } from '#app/pages.ts'
import { ada, signedInAda, adaOnTwoDevices, registerAccount } from '#testing/people.ts'
import { createTestApp } from '#testing/test-app.ts'
import type { TestBrowser } from '#testing/test-browser.ts'
import { days, minutes } from '#testing/test-clock.ts'
import { withEventTriggersDisabled } from '#testing/test-database.ts'

type Props = Pages['TimeTravel/Index']

/** Every prop of the page but the deferred one. */
async function loadProps(browser: TestBrowser, query = ''): Promise<Props> {
  const { page } = await browser.visitPath(`/time-travel${query}`)
  assert.equal(page.component, 'TimeTravel/Index')
  return JSON.parse(JSON.stringify(page.props))
}

/** Only some props, as the page's script asks for them. */
async function loadPartialProps(
  browser: TestBrowser,
  only: string,
  query = '',
): Promise<Partial<Props>> {
  const { page } = await browser.visitPath(`/time-travel${query}`, {
    headers: { 'x-inertia-partial-component': 'TimeTravel/Index', 'x-inertia-partial-data': only },
  })
  return JSON.parse(JSON.stringify(page.props))
}

const rename = (browser: TestBrowser, name: string) =>
  browser.visit('user-profile-information.update', { name })

test('it asks who is there first', async (t) => {
  const foyer = await createTestApp(t)
  assert.equal((await foyer.browser().visit('time-travel.index')).location, '/login')
})

test('the account is shown as it was, as it is, and what is different', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  foyer.clock.advance(30 * minutes)
  const noon = foyer.clock.now()
  foyer.clock.advance(30 * minutes)
  await rename(laptop, 'Ada King')

  const props = await loadProps(laptop, `?at=${new Date(noon).toISOString()}`)

  assert.equal(props.past.name, 'Ada Lovelace')
  assert.equal(props.present.name, 'Ada King')
  assert.deepEqual(props.differences, [
    { field: 'name', id: null, before: 'Ada Lovelace', after: 'Ada King' },
  ])
  assert.partialDeepStrictEqual(props.moment, { isNow: false, newerCount: 1, adjusted: null })
  assert.equal(props.moment.next?.seq, props.activity.total)
})

test('now has all that is recorded, also where the clock was set back meanwhile', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  await rename(laptop, 'Ada King')
  foyer.clock.advance(-minutes)

  const { moment, past, events, activity: life } = await loadProps(laptop)

  assert.deepEqual([moment.isNow, moment.newerCount, past.name], [true, 0, 'Ada King'])
  assert.equal(events.data[0]?.seq, life.total)
})

test('a record that lacks its beginning can still be looked at', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  await withEventTriggersDisabled(foyer.app.database, async (db) => {
    await db.deleteFrom('events').where('seq', '=', 1).execute()
  })

  const { integrity: seal } = await loadProps(laptop)

  assert.ok(seal.count > 0)
})

test('a moment that cannot be shown becomes the nearest one, and the page says so', async (t) => {
  const { laptop } = await signedInAda(t)
  const { activity: life } = await loadProps(laptop)

  const { moment: before } = await loadProps(laptop, '?at=1969-07-20T20:17:00Z')
  const { moment: after } = await loadProps(laptop, '?at=2999-01-01T00:00:00Z')
  const { moment: never } = await loadProps(laptop, '?at=yesterday')

  assert.equal(before.at, life.from)
  assert.match(before.adjusted?.reason ?? '', /did not exist/)
  assert.equal(after.isNow, true)
  assert.match(after.adjusted?.reason ?? '', /not happened yet/)
  assert.deepEqual([never.isNow, never.adjusted?.requested], [true, 'yesterday'])
  assert.match(never.adjusted?.reason ?? '', /not a time/)
})

test('a time without offset is one where the person is', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  await laptop.visit('user-profile-information.update', { name: 'Ada', timezone: 'Asia/Tokyo' })
  foyer.clock.advance(2 * minutes)
  const at = Temporal.Instant.fromEpochMilliseconds(foyer.clock.now() - minutes)
  const local = at.toZonedDateTimeISO('Asia/Tokyo').toPlainDateTime().toString()

  const { moment } = await loadProps(laptop, `?at=${local}`)

  assert.equal(moment.at, new Date(at.epochMilliseconds).toISOString())
})

test('events of others, and those that never were, are not there (PST-03)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const graces = foyer.browser()
  await registerAccount(foyer, graces, { ...ada, name: 'Grace', email: 'grace@example.com' })
  for (let count = 0; count < 5; count++) await rename(graces, `Grace ${count}`)
  const theirs = await loadProps(graces)
  const session = theirs.events.data[0]?.session ?? ''

  assert.equal((await laptop.visitPath(`/time-travel?event=${theirs.activity.total}`)).status, 404)
  assert.equal((await laptop.visitPath('/time-travel?event=0')).status, 404)
  assert.equal((await laptop.visitPath(`/time-travel?device=${session}`)).status, 404)
  assert.equal((await graces.visitPath(`/time-travel?device=${session}`)).status, 200)
})

test('the list goes on both ways from the moment, without a gap and without a repetition', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  for (let count = 0; count < 70; count++) {
    foyer.clock.advance(1000)
    await rename(laptop, `Ada ${count}`)
  }
  const all = (await loadProps(laptop)).activity.total

  const first = await loadPartialProps(laptop, 'events', '?event=60')
  const older = await loadPartialProps(laptop, 'events', '?event=60&cursor=older-11')
  const newer = await loadPartialProps(laptop, 'events', '?event=60&cursor=newer-60')
  const seqs = [newer, first, older].flatMap(({ events }) => events?.data.map(({ seq }) => seq))

  assert.deepEqual(
    seqs,
    Array.from({ length: all }, (_, at) => all - at),
  )
})

test('the list can be of one kind, and of one device', async (t) => {
  const { laptop, phone } = await adaOnTwoDevices(t)
  await rename(laptop, 'Ada King')
  await rename(phone, 'Ada Byron')
  const { filters } = await loadProps(laptop)
  const onPhone = filters.devices.find(({ isPhone }) => isPhone)?.session ?? ''

  const profile = await loadProps(laptop, '?type=profile')
  const types = await loadProps(laptop, '?type=session.started')
  const both = await loadProps(laptop, `?type=profile&device=${onPhone}`)

  assert.deepEqual(
    profile.events.data.map(({ type }) => type),
    ['profile.updated', 'profile.updated'],
  )
  assert.equal(types.events.data.length, 2)
  assert.deepEqual(
    both.events.data.map(({ data }) => Object(data['after']).name),
    ['Ada Byron'],
  )
  assert.partialDeepStrictEqual(both.events.data[0]?.device, { browser: 'Safari', isPhone: true })
})

test('an event tells what it did, from where, and how that device had signed in', async (t) => {
  const { laptop, phone } = await adaOnTwoDevices(t)
  await rename(phone, 'Ada King')
  const { activity: life } = await loadProps(laptop)

  const { event, moment } = await loadProps(laptop, `?event=${life.total}`)

  assert.equal(moment.seq, life.total)
  assert.partialDeepStrictEqual(event, {
    type: 'profile.updated',
    kind: 'profile',
    method: 'password',
    isThisSession: false,
    device: { platform: 'iPhone' },
    changes: [{ field: 'name', before: 'Ada Lovelace', after: 'Ada King' }],
  })
})

test('an event can be opened while looking at now, and a reload shows the same', async (t) => {
  const { laptop } = await signedInAda(t)
  await rename(laptop, 'Ada King')

  const { event, moment } = await loadProps(laptop, '?at=now&event=1')

  assert.equal(event?.seq, 1)
  assert.equal(moment.isNow, true)
  assert.equal(moment.adjusted, null)
})

test('what lies near the moment leads from state to state, forth and back', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  for (const name of ['Ada 1', 'Ada 2', 'Ada 3']) {
    foyer.clock.advance(minutes)
    await rename(laptop, name)
  }
  const { eventWindow: nearby } = await loadPartialProps(laptop, 'eventWindow', '?event=2')

  const names = nearby?.events.flatMap(({ changes }) =>
    changes.flatMap((it) => (it.field === 'name' ? [[it.before, it.after]] : [])),
  )
  assert.deepEqual(names, [
    ['', 'Ada Lovelace'],
    ['Ada Lovelace', 'Ada 1'],
    ['Ada 1', 'Ada 2'],
    ['Ada 2', 'Ada 3'],
  ])
  assert.equal(Object.keys(nearby?.devices ?? {}).length, 1)
})

test('the histogram counts every event once, however long the life', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const { total } = (await loadProps(laptop)).activity
  foyer.clock.advance(400 * days)
  const tablet = foyer.browser()
  await tablet.visit('login.store', ada)

  const { activity: life } = await loadProps(tablet)

  assert.equal(life.counts.length, 120)
  assert.deepEqual([life.counts[0], life.counts.at(-1)], [total, life.total - total])
  assert.ok(Date.parse(life.from) + 120 * life.bucketMs >= Date.parse(life.to))
})

test('the page is read while somebody else writes', async (t) => {
  const { foyer, laptop } = await signedInAda(t)

  const { activity: life } = await foyer.db.transaction().execute(() => loadProps(laptop))

  assert.equal(life.counts.length, 120)
})

test('the keys of the scrubber lead from event to event, and from day to day', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const born = (await loadProps(laptop)).activity.total
  foyer.clock.advance(3 * days)
  const tablet = foyer.browser()
  await tablet.visit('login.store', ada)
  foyer.clock.advance(minutes)

  const { moment: now } = await loadProps(tablet)
  const { moment: then } = await loadProps(tablet, `?event=${born}`)

  assert.equal(now.previous?.seq, now.seq)
  assert.deepEqual([now.next, now.nextDay], [null, null])
  assert.equal(now.previousDay?.seq, born)
  assert.deepEqual([then.previous?.seq, then.next?.seq], [born - 1, born + 1])
  assert.deepEqual([then.previousDay, then.nextDay?.seq], [null, born + 1])
})
