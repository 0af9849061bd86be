import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'

import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { maxNotificationsPerType } from '#app/platform/notifications/limits.ts'
import { notify } from '#app/platform/notifications/notify.ts'
import { insertAccounts } from '#testing/assert-single-winner.ts'
import { markRead, readMenu, readNotifications, titlesOf } from '#testing/notifications.ts'
import { ada, adaOnTwoDevices, registerAccount, signedInAda } from '#testing/signed-in-accounts.ts'
import { buildTestApp, createTestApp, type TestApp } from '#testing/test-app.ts'
import { createTestDatabase, openConnection } from '#testing/test-database.ts'

import { markAllRead } from './mark-read.ts'

async function recipientOf({ db, clock }: TestApp, address = ada.email) {
  const { id: userId } = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', address)
    .executeTakeFirstOrThrow()
  return { userId, sessionId: null, now: clock.now() }
}

test('nobody reads or marks the notifications of another account (NTF-10)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const ours = await recipientOf(foyer)
  await inTransaction(foyer.db, (tx) => notify(tx, ours, { type: 'export-ready', data: {} }))
  const eve = foyer.browser()
  await registerAccount(foyer, eve, { ...ada, email: 'eve@example.com' })
  const [row] = (await readNotifications(laptop)).rows

  assert.equal((await markRead(eve, row?.id ?? '')).status, 404)
  await eve.visit('notifications.read', { through: row?.id })
  const all = { through: 'ffffffff-ffff-7fff-bfff-ffffffffffff' }
  await eve.visit('notifications.read', all)

  assert.deepEqual(await readNotifications(eve), { rows: [], unread: 0 })
  assert.deepEqual(
    (await eve.visitPath(`/notifications?before=${all.through}`)).page.props['notifications'],
    {
      rows: [],
      older: null,
    },
  )
  assert.equal((await readNotifications(laptop)).unread, 1)
  assert.equal((await markRead(foyer.browser(), row?.id ?? '')).status, 401)
})

test('values of a notification become neither markup nor another address (NTF-11)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const recipient = await recipientOf(foyer)
  const provider = '<img src=x onerror=alert(1)>{event}'
  const event = '//evil.example/?next=javascript:alert(1)#x'
  const data = { provider, event, href: 'https://evil.example', title: 'Click here' }
  await inTransaction(foyer.db, (tx) => notify(tx, recipient, { type: 'provider-linked', data }))

  const [row] = (await readNotifications(laptop)).rows
  const { text } = await laptop.open('/notifications')

  assert.equal(row?.title, `${provider} was linked to your account`)
  const url = new URL(row?.href ?? '', 'https://id.example.com')
  assert.equal(url.origin + url.pathname, 'https://id.example.com/time-travel')
  assert.deepEqual([...url.searchParams], [['event', event]])
  assert.ok(!text.includes('<img src=x'))
})

test('a notification of a newer version is listed without a link (NTF-11)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const { userId, now } = await recipientOf(foyer)
  const id = '01990000-0000-7000-8000-000000000000'
  const row = { id, user_id: userId, type: 'constructor', data: '{}', created_at: now }
  await foyer.db
    .insertInto('notifications')
    .values({ ...row, read_at: null })
    .execute()

  const { rows, unread } = await readNotifications(laptop)

  assert.partialDeepStrictEqual(rows, [{ title: 'Account changed', about: null, href: null }])
  assert.equal(unread, 1)
})

test('of concurrent notifications and "mark all as read" the count is never wrong (NTF-12)', async (t) => {
  const timeouts = { waitTimeoutMs: 30_000, statementTimeoutMs: 30_000 }
  const { db: ours, url } = await createTestDatabase(t, timeouts)
  const { db: theirs } = await openConnection(t, url, timeouts)
  const [userId = ''] = await insertAccounts(ours, 1)
  const actor = { userId, sessionId: 'x', ip: null, userAgent: null, now: 1 }
  const add = () =>
    inTransaction(ours, (tx) => notify(tx, actor, { type: 'export-ready', data: {} }))
  const rows = () => ours.selectFrom('notifications').select(['id', 'read_at']).execute()

  for (let round = 0; round < 15; round++) {
    await add()
    const seen = (await rows()).map(({ id }) => id).toSorted()
    const through = seen.at(-1) ?? ''
    // The ids of one millisecond are in no order.
    await setTimeout(2)
    await Promise.all([
      add(),
      markAllRead({ db: theirs, config: { teams: null } }, actor, { through }),
      add(),
    ])

    const unread = (await rows()).filter(({ read_at }) => read_at === null)
    assert.deepEqual(
      unread.map(({ id }) => seen.includes(id)),
      [false, false],
    )
  }
})

test('a takeover report keeps the notifications that tell of the attack (NTF-13)', async (t) => {
  const { foyer } = await adaOnTwoDevices(t)
  const [mail] = await foyer.mails()
  const link = mail?.text.match(/\/not-me\/\S+/)?.[0] ?? ''
  const titles = async () =>
    (await foyer.db.selectFrom('notifications').select('type').orderBy('id').execute()).map(
      ({ type }) => type,
    )
  assert.deepEqual(await titles(), ['new-device'])

  await foyer.browser().visitPath(link, { method: 'POST', body: {} })

  assert.deepEqual(await titles(), ['new-device', 'account-secured'])
})

test('many notifications of one type push out none of another (NTF-13)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const recipient = await recipientOf(foyer)
  const tell = (type: 'export-ready' | 'passkey-added') =>
    inTransaction(foyer.db, (tx) => notify(tx, recipient, { type, data: { event: 1 } }))
  await tell('passkey-added')

  for (let count = 0; count < maxNotificationsPerType + 5; count++) await tell('export-ready')

  assert.equal((await readNotifications(laptop)).unread, maxNotificationsPerType + 1)
  const page = (await readNotifications(laptop)).rows.at(-1)?.id
  const { props } = (await laptop.visitPath(`/notifications?before=${page}`)).page
  const titles = Object(props['notifications']).rows.map(({ title }: { title: string }) => title)
  assert.equal(titles.at(-1), 'A passkey was added to your account')
  assert.ok(!(await titlesOf(laptop)).includes('A passkey was added to your account'))
})

test('an altered notification is listed without a link, and fails no page (NTF-25)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const recipient = await recipientOf(foyer)
  await inTransaction(foyer.db, (tx) => notify(tx, recipient, { type: 'export-ready', data: {} }))

  for (const data of ['{', '[]', '{"event":{}}']) {
    await foyer.db.updateTable('notifications').set({ data }).execute()
    const [row] = (await readNotifications(laptop)).rows
    assert.partialDeepStrictEqual(row, { title: 'Account changed', href: null })
  }
})

test('with TEAMS=off notifications of teams from before are neither listed nor counted (NTF-26)', async (t) => {
  const { foyer, laptop } = await signedInAda(t, buildTestApp)
  const recipient = await recipientOf(foyer)
  const data = { team: 'Engines', event: 1 }
  await inTransaction(foyer.db, async (tx) => {
    await notify(tx, recipient, { type: 'team-removed', data })
    await notify(tx, recipient, { type: 'team-joined', data })
    await notify(tx, recipient, { type: 'export-ready', data: {} })
  })
  const before = (await readNotifications(laptop)).unread

  foyer.config.teams = null

  assert.equal(before, 3)
  assert.deepEqual(await titlesOf(laptop), ['Your data is ready'])
  assert.equal((await readNotifications(laptop)).unread, 1)
  assert.equal(Object(await readMenu(laptop)).length, 1)
})

test('with TEAMS=off marking as read leaves notifications of teams unread (NTF-27)', async (t) => {
  const { foyer, laptop } = await signedInAda(t, buildTestApp)
  const recipient = await recipientOf(foyer)
  const data = { team: 'Engines', event: 1 }
  await inTransaction(foyer.db, async (tx) => {
    await notify(tx, recipient, { type: 'team-removed', data })
    await notify(tx, recipient, { type: 'export-ready', data: {} })
  })
  const { rows } = await readNotifications(laptop)
  const hidden = rows.find(({ title }) => title !== 'Your data is ready')
  const { teams } = foyer.config
  foyer.config.teams = null

  const one = await markRead(laptop, hidden?.id ?? '')
  const through = rows[0]?.id
  const all = await laptop.json('/notifications/read', { method: 'PUT', body: { through } })
  foyer.config.teams = teams

  assert.deepEqual([one.status, all.status], [404, 200])
  assert.equal((await readNotifications(laptop)).unread, 1)
})

test('marking as read what was read is no broadcast (NTF-28)', async (t) => {
  let broadcasts = 0
  const onQuery = (text: string) => {
    if (text.startsWith('insert into "broadcasts"')) broadcasts++
  }
  const foyer = await createTestApp(t, {}, { onQuery })
  const laptop = foyer.browser()
  await registerAccount(foyer, laptop)
  const recipient = await recipientOf(foyer)
  await inTransaction(foyer.db, (tx) => notify(tx, recipient, { type: 'export-ready', data: {} }))
  const [row] = (await readNotifications(laptop)).rows
  await markRead(laptop, row?.id ?? '')
  broadcasts = 0

  assert.equal((await markRead(laptop, row?.id ?? '')).status, 200)
  await laptop.visit('notifications.read', { through: row?.id })

  assert.equal(broadcasts, 0)
})
