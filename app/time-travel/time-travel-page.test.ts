import assert from 'node:assert/strict'
import { test } from 'node:test'

import { sql, type SqlBool } from 'kysely'

import type { Pages } from '#app/pages.ts'
import { accountLogTimes } from '#app/platform/event-log/log-times.ts'
import { lowerLimit } from '#testing/lower-limit.ts'
import { ada, signedInAda, adaOnTwoDevices, registerAccount } from '#testing/signed-in-accounts.ts'
import { buildTestApp, createTestApp } from '#testing/test-app.ts'
import type { TestBrowser } from '#testing/test-browser.ts'
import { days, minutes } from '#testing/test-clock.ts'
import { withEventTriggersDisabled } from '#testing/test-database.ts'

import { activityHistogram } from './activity-histogram.ts'
import { isSecurityEvent } from './security-events.ts'

type Props = Pages['TimeTravel/Index']

/** All props of the page except the deferred one. */
async function loadProps(browser: TestBrowser, query = ''): Promise<Props> {
  const { page } = await browser.visitPath(`/time-travel${query}`)
  assert.equal(page.component, 'TimeTravel/Index')
  return JSON.parse(JSON.stringify(page.props))
}

/** Selected props by a partial reload. */
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

test('Time Travel requires sign-in', async (t) => {
  const foyer = await createTestApp(t)
  assert.equal((await foyer.browser().visit('time-travel.index')).location, '/login')
})

test('Time Travel shows the past state, the current state and their differences', async (t) => {
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

test('now includes every event, even after the clock was set back', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  await rename(laptop, 'Ada King')
  foyer.clock.advance(-minutes)

  const { moment, past, events, activity } = await loadProps(laptop)

  assert.deepEqual([moment.isNow, moment.newerCount, past.name], [true, 0, 'Ada King'])
  assert.equal(events.data[0]?.seq, activity.total)
})

test('a log without its first events can still be viewed', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  await withEventTriggersDisabled(foyer.app.database, async (db) => {
    await db.deleteFrom('events').where('seq', '=', 1).execute()
  })

  const { integrity } = await loadProps(laptop)

  assert.ok(integrity.count > 0)
})

test('an impossible moment becomes the nearest one, with a notice', async (t) => {
  const { laptop } = await signedInAda(t)
  const { activity } = await loadProps(laptop)

  const { moment: before } = await loadProps(laptop, '?at=1969-07-20T20:17:00Z')
  const { moment: after } = await loadProps(laptop, '?at=2999-01-01T00:00:00Z')
  const { moment: never } = await loadProps(laptop, '?at=yesterday')

  assert.equal(before.at, activity.from)
  assert.match(before.adjusted?.reason ?? '', /didn't exist/)
  assert.equal(after.isNow, true)
  assert.match(after.adjusted?.reason ?? '', /hasn't come yet/)
  assert.deepEqual([never.isNow, never.adjusted?.requested], [true, 'yesterday'])
  assert.match(never.adjusted?.reason ?? '', /couldn't read that time/)
})

test("a time without an offset is in the user's time zone", async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  await laptop.visit('user-profile-information.update', { name: 'Ada', timezone: 'Asia/Tokyo' })
  foyer.clock.advance(2 * minutes)
  const at = Temporal.Instant.fromEpochMilliseconds(foyer.clock.now() - minutes)
  const local = at.toZonedDateTimeISO('Asia/Tokyo').toPlainDateTime().toString()

  const { moment } = await loadProps(laptop, `?at=${local}`)

  assert.equal(moment.at, new Date(at.epochMilliseconds).toISOString())
})

test("other accounts' events and unknown events give 404 (PST-03)", async (t) => {
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

test('the list pages both ways from the moment without gaps or repeats', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  for (let count = 0; count < 70; count++) {
    foyer.clock.advance(1000)
    await rename(laptop, `Ada ${count}`)
  }
  const all = (await loadProps(laptop)).activity.total

  const load = (cursor: string) => loadPartialProps(laptop, 'events', `?event=60${cursor}`)
  const pages = [await load('')]
  for (let cursor = firstCursor('older'); cursor; cursor = firstCursor('older'))
    pages.push(await load(`&cursor=${cursor}`))
  for (let cursor = firstCursor('newer'); cursor; cursor = firstCursor('newer'))
    pages.unshift(await load(`&cursor=${cursor}`))
  const seqs = pages.flatMap(({ events }) => events?.data.map(({ seq }) => seq))

  assert.deepEqual(
    seqs,
    Array.from({ length: all }, (_, at) => all - at),
  )

  function firstCursor(direction: 'older' | 'newer') {
    const page = pages.at(direction === 'older' ? -1 : 0)?.events
    return direction === 'older' ? page?.olderCursor : page?.newerCursor
  }
})

test('a filter knows its newest match, so that no later events are offered where there are none', async (t) => {
  const { laptop } = await signedInAda(t)
  await rename(laptop, 'Ada King')
  const { activity } = await loadProps(laptop)

  const newestOf = async (query: string) => (await loadProps(laptop, query)).filters.newestSeq

  assert.equal(await newestOf(''), activity.total)
  assert.equal(await newestOf('?type=address'), 2)
  assert.equal(await newestOf('?type=token'), 0)
})

test('the histogram marks the spans with security events', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const markedBuckets = async () => {
    const { security, bucketMs, from } = (await loadProps(laptop)).activity
    return security.map((index) => ({ start: Date.parse(from) + index * bucketMs, bucketMs }))
  }
  foyer.clock.advance(30 * minutes)
  await rename(laptop, 'Ada King')
  assert.deepEqual(await markedBuckets(), [])

  await foyer.browser().visit('login.store', { ...ada, password: 'wrong' })
  const refusedAt = foyer.clock.now()
  foyer.clock.advance(30 * minutes)

  const [marked, ...others] = await markedBuckets()
  assert.deepEqual(others, [])
  assert.ok(marked && marked.start <= refusedAt && refusedAt < marked.start + marked.bucketMs)
})

test('security events are found by an index', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  await loadProps(laptop)
  const plan = foyer.app.database.dialect === 'sqlite' ? sql`explain query plan ` : sql`explain `
  const { rows } = await foyer.db.connection().execute(async (db) => {
    if (foyer.app.database.dialect === 'postgres')
      await sql`set enable_seqscan = off; set enable_bitmapscan = off`.execute(db)
    return sql`${plan} select seq from events where user_id = 'ada' and ${isSecurityEvent}
      and at < 5 order by at desc, seq desc limit 1`.execute(db)
  })

  assert.match(JSON.stringify(rows), /events_notable/)
})

test('the previous change is the last event that is more than a sign-in', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  foyer.clock.advance(minutes)
  await rename(laptop, 'Ada King')
  foyer.clock.advance(minutes)
  for (let count = 0; count < 3; count++) await foyer.browser().visit('login.store', ada)
  foyer.clock.advance(minutes)
  const { moment } = await loadProps(laptop)

  const { moment: before } = await loadProps(laptop, `?event=${moment.previousChange?.seq}`)

  assert.equal(moment.previousChange?.seq, moment.seq - 3)
  assert.equal(before.previousChange?.seq, 4)
})

test('the next change is the first later event that is more than a sign-in', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const { moment: before } = await loadProps(laptop)
  foyer.clock.advance(minutes)
  for (let count = 0; count < 3; count++) await foyer.browser().visit('login.store', ada)
  foyer.clock.advance(minutes)
  await rename(laptop, 'Ada King')

  const { moment } = await loadProps(laptop, `?event=${before.seq}`)
  const { moment: last } = await loadProps(laptop, `?event=${moment.nextChange?.seq}`)

  assert.equal(moment.nextChange?.seq, before.seq + 4)
  assert.equal(last.nextChange, null)
})

test('the list can be filtered by kind and by device', async (t) => {
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

test('an event shows its changes, device and sign-in method', async (t) => {
  const { laptop, phone } = await adaOnTwoDevices(t)
  await rename(phone, 'Ada King')
  const { activity } = await loadProps(laptop)

  const { event, moment } = await loadProps(laptop, `?event=${activity.total}`)

  assert.equal(moment.seq, activity.total)
  assert.partialDeepStrictEqual(event, {
    type: 'profile.updated',
    kind: 'profile',
    method: 'password',
    isThisSession: false,
    device: { platform: 'iPhone' },
    changes: [{ field: 'name', before: 'Ada Lovelace', after: 'Ada King' }],
  })
})

test('an event can be opened while viewing now, and a reload shows the same', async (t) => {
  const { laptop } = await signedInAda(t)
  await rename(laptop, 'Ada King')

  const { event, moment } = await loadProps(laptop, '?at=now&event=1')

  assert.equal(event?.seq, 1)
  assert.equal(moment.isNow, true)
  assert.equal(moment.adjusted, null)
})

test('the event window leads from state to state, forwards and backwards', async (t) => {
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

test('the histogram counts every event once, however long the log', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const { total } = (await loadProps(laptop)).activity
  foyer.clock.advance(400 * days)
  const tablet = foyer.browser()
  await tablet.visit('login.store', ada)

  const { activity } = await loadProps(tablet)

  assert.equal(activity.counts.length, 120)
  assert.deepEqual([activity.counts[0], activity.counts.at(-1)], [total, activity.total - total])
  assert.ok(Date.parse(activity.from) + 120 * activity.bucketMs >= Date.parse(activity.to))
})

test('the histogram looks for security events in one span at a time, so that it reads no event twice (PST-08)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const { from, total } = (await loadProps(laptop)).activity
  const first = Date.parse(from)
  foyer.clock.advance(1 * days)
  const isAsText =
    foyer.app.database.dialect === 'sqlite'
      ? sql`json_extract('no JSON: ' || type, '$') is null`
      : sql`cast('no JSON: ' || type as json) is null`
  // The search of another span than that of the event fails.
  const fails = sql<SqlBool>`case when seq = ${total} and edges.column1 > ${first + (1 * days) / 2} then ${isAsText} else 1 = 0 end`
  const now = foyer.clock.now()
  const { id } = await foyer.db.selectFrom('users').select('id').executeTakeFirstOrThrow()
  const range = { first, total, now, isSecurityEvent: fails }

  const { security } = await activityHistogram(foyer.db, accountLogTimes(foyer.db, id), range)

  assert.deepEqual(security, [])
})

test("Time Travel is limited for each account, and an attacker keeps no session of the owner's from it (PST-10)", async (t) => {
  const { foyer, laptop, phone } = await adaOnTwoDevices(t, buildTestApp)
  lowerLimit(foyer, /^(account|session):time-travel:/, 3)
  const statuses = async (browser: TestBrowser) => {
    const answers = await Promise.all([1, 2, 3, 4].map(() => browser.json('/time-travel')))
    return answers.map(({ status }) => status).toSorted()
  }

  assert.deepEqual(await statuses(phone), [200, 200, 200, 429])
  assert.deepEqual(await statuses(laptop), [200, 200, 200, 429])
})

test('the page can be read during a concurrent write', async (t) => {
  const { foyer, laptop } = await signedInAda(t)

  const { activity } = await foyer.db.transaction().execute(() => loadProps(laptop))

  assert.equal(activity.counts.length, 120)
})

test("the scrubber's keys step by event and by day", async (t) => {
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
