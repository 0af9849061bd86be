import assert from 'node:assert/strict'
import { test } from 'node:test'

import { features } from '#app/features.ts'
import type { NotificationPage } from '#app/pages.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { pruneExpired } from '#app/platform/maintenance/prune-expired.ts'
import { notificationsPerPage } from '#app/platform/notifications/limits.ts'
import { notify } from '#app/platform/notifications/notify.ts'
import { markRead, readMenu, readNotifications, titlesOf } from '#testing/notifications.ts'
import {
  ada,
  adaOnTwoDevices,
  confirmPassword,
  enableTwoFactor,
  registerAccount,
  signedInAda,
} from '#testing/signed-in-accounts.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { days } from '#testing/test-clock.ts'

async function notifyAda({ db, clock }: TestApp, count = 1): Promise<void> {
  const { id: userId } = await db.selectFrom('users').select('id').executeTakeFirstOrThrow()
  const recipient = { userId, sessionId: null, now: clock.now() }
  for (let index = 0; index < count; index++)
    await inTransaction(db, (tx) => notify(tx, recipient, { type: 'export-ready', data: {} }))
}

test('every security mail has its notification, which leads to the event (NTF-01)', async (t) => {
  const { foyer, laptop, phone } = await adaOnTwoDevices(t)
  await confirmPassword(laptop)
  await laptop.visit('api-tokens.store', {
    name: 'Deploy',
    permissions: ['read'],
    expires: 'never',
  })
  await enableTwoFactor(laptop)

  const { rows, unread } = await readNotifications(laptop)

  const subjects = (await foyer.mails()).map(({ subject }) => subject)
  assert.deepEqual(
    rows.map(({ title }) => title),
    subjects.slice(0, rows.length),
  )
  assert.ok(rows.length >= 2)
  assert.equal(unread, rows.length)
  const [enabled] = await foyer.events('two-factor.enabled')
  assert.partialDeepStrictEqual(rows[0], {
    about: 'Security',
    title: 'Two-factor authentication is on',
    href: `/time-travel?event=${enabled?.seq}`,
    isRead: false,
  })
  assert.equal((await phone.visit('dashboard')).location, '/login')
})

test('a notification names the token or the device that it is about', async (t) => {
  const { laptop } = await adaOnTwoDevices(t)
  await confirmPassword(laptop)
  await laptop.visit('api-tokens.store', {
    name: 'Deploy',
    permissions: ['read'],
    expires: 'never',
  })

  const { rows } = await readNotifications(laptop)

  assert.partialDeepStrictEqual(rows, [
    { title: 'A new API token was created', target: 'Deploy' },
    { title: 'A new device signed in to your account', target: 'Safari on iPhone' },
  ])
})

test('a finished export sends a notification that links to it (NTF-02)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  await confirmPassword(laptop)

  await laptop.visit('data-export.store')
  await foyer.mails()

  const [row] = (await readNotifications(laptop)).rows
  assert.partialDeepStrictEqual(row, {
    about: 'Data exports',
    title: 'Your data is ready',
    href: '/user/profile/data#data-export',
  })
})

test('notifications are in the language of the reader, not of the time they were written (NTF-03)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  await notifyAda(foyer)
  assert.deepEqual(await titlesOf(laptop), ['Your data is ready'])

  await laptop.visit('user-profile-information.update', { name: ada.name, locale: 'de' })

  assert.deepEqual(await titlesOf(laptop), ['Ihre Daten stehen bereit'])
})

test('a change that is rolled back sends no notification (NTF-04)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const { id: userId } = await foyer.db.selectFrom('users').select('id').executeTakeFirstOrThrow()
  const recipient = { userId, sessionId: null, now: foyer.clock.now() }

  const failing = inTransaction(foyer.db, async (tx) => {
    await notify(tx, recipient, { type: 'export-ready', data: {} })
    throw new Error('undone')
  })

  await assert.rejects(failing, /undone/)
  assert.deepEqual(await readNotifications(laptop), { rows: [], unread: 0 })
})

test('the count of unread notifications needs no query of its own, and the list is read only when requested (NTF-05)', async (t) => {
  const queries: string[] = []
  const onQuery = (sql: string) => {
    if (/^select/i.test(sql) && !sql.includes('broadcasts')) queries.push(sql)
  }
  const foyer = await createTestApp(t, {}, { onQuery })
  const laptop = foyer.browser()
  await registerAccount(foyer, laptop)
  await notifyAda(foyer, 2)
  await laptop.visit('dashboard')

  queries.length = 0
  const { props } = (await laptop.visit('dashboard')).page

  assert.equal(queries.length, 2)
  assert.equal(props['unreadNotifications'], 2)
  assert.ok(!('newestNotifications' in props))
  assert.partialDeepStrictEqual(await readMenu(laptop), [{ title: 'Your data is ready' }])
})

test('a notification is marked as read once, and the count follows on every device (NTF-06)', async (t) => {
  const { foyer, laptop, phone } = await adaOnTwoDevices(t)
  await notifyAda(foyer, 2)
  const { rows, unread } = await readNotifications(phone)
  const id = rows[0]?.id ?? ''
  const readAt = async () =>
    (await foyer.db.selectFrom('notifications').select('read_at').where('id', '=', id).execute())[0]

  assert.equal((await markRead(laptop, id)).status, 200)
  const first = await readAt()
  foyer.clock.advance(1000)
  assert.equal((await markRead(laptop, id)).status, 200)

  assert.equal((await readNotifications(phone)).unread, unread - 1)
  assert.deepEqual(await readAt(), first)
})

test('marking all as read leaves what the reader has not seen (NTF-06)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  await notifyAda(foyer, 2)
  const through = (await readNotifications(laptop)).rows[0]?.id
  await notifyAda(foyer)

  await laptop.visit('notifications.read', { through })

  const { rows, unread } = await readNotifications(laptop)
  assert.deepEqual(
    rows.map(({ isRead }) => isRead),
    [false, true, true],
  )
  assert.equal(unread, 1)
  assert.equal((await laptop.json('/notifications/read', { method: 'PUT', body: {} })).status, 400)
})

test('the page of notifications and its forms work without script (NTF-07)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  await notifyAda(foyer, 2)
  const { text } = await laptop.open('/notifications')
  const [, action = ''] = /action="(\/notifications\/read[^"]*)"/.exec(text) ?? []
  const path = action.replaceAll('&amp;', '&')

  assert.match(text, /<a [^>]*aria-label="Notifications, 2 unread"[^>]*href="\/notifications"/)
  const [, id = ''] = /name="id" value="([^"]+)"/.exec(text) ?? []
  const marked = await laptop.submit(path, { id })
  assert.deepEqual([marked.status, marked.location], [303, '/notifications'])
  assert.equal((await readNotifications(laptop)).unread, 1)
  const [, through = ''] = /name="through" value="([^"]+)"/.exec(text) ?? []
  await laptop.submit(path, { through })
  assert.equal((await readNotifications(laptop)).unread, 0)
})

test('older notifications are on further pages, each once (NTF-08)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  await notifyAda(foyer, notificationsPerPage + 2)
  const ids: string[] = []
  let path: string | null = '/notifications'
  while (path) {
    const response = await laptop.visitPath(path)
    const page: NotificationPage = Object(response.page.props['notifications'])
    ids.push(...page.rows.map(({ id }) => id))
    path = page.older && `/notifications?before=${page.older}`
  }

  assert.equal(ids.length, notificationsPerPage + 2)
  assert.deepEqual(ids, [...new Set(ids)].toSorted().toReversed())
  assert.equal((await laptop.visitPath('/notifications?before=x')).status, 200)
})

test('notifications are deleted after 90 days, exported and erased with the account (NTF-09)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  await notifyAda(foyer)
  const count = async () =>
    (await foyer.db.selectFrom('notifications').selectAll().execute()).length

  foyer.clock.advance(89 * days)
  await pruneExpired(foyer.app.database, foyer.clock.now(), features)
  assert.equal(await count(), 1)
  foyer.clock.advance(days)
  await pruneExpired(foyer.app.database, foyer.clock.now(), features)
  assert.equal(await count(), 0)

  const browser = foyer.browser()
  await browser.visit('login.store', { email: ada.email, password: ada.password })
  await notifyAda(foyer)
  await browser.visit('current-user.destroy', {
    password: ada.password,
    confirmation: ada.email,
  })
  assert.equal(await count(), 3)
  foyer.clock.advance(14 * days)
  await foyer.mails()
  assert.equal(await count(), 0)
  assert.equal((await laptop.visit('dashboard')).location, '/login')
})
