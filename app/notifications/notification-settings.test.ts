import assert from 'node:assert/strict'
import { test } from 'node:test'

import { readNotifications } from '#testing/notifications.ts'
import { confirmPassword, signedInAda } from '#testing/signed-in-accounts.ts'
import type { TestApp } from '#testing/test-app.ts'
import type { TestBrowser } from '#testing/test-browser.ts'

const settingsOf = async (browser: TestBrowser) =>
  (await browser.visit('profile.show')).page.props['notificationSettings']

const exportMails = async (foyer: TestApp) =>
  (await foyer.mails()).filter(({ subject }) => subject === 'Your Foyer data is ready').length

const choose = (browser: TestBrowser, on: string[]) =>
  browser.visit('notification-settings.update', { on })

test('every kind is on in each way at first, and mail about security and exports always (NTF-20)', async (t) => {
  const { laptop } = await signedInAda(t)

  assert.deepEqual(await settingsOf(laptop), [
    { kind: 'security', about: 'Security', mail: 'always', app: 'on' },
    { kind: 'export', about: 'Data exports', mail: 'always', app: 'on' },
    { kind: 'team', about: 'Teams', mail: 'on', app: 'on' },
  ])
})

test('a setting that is off stops its kind of notification in that way only (NTF-20)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  await confirmPassword(laptop)
  const unread = async () => (await readNotifications(laptop)).unread

  await choose(laptop, ['security.app'])
  await laptop.visit('data-export.store')
  assert.deepEqual([await exportMails(foyer), await unread()], [1, 0])
  await choose(laptop, ['export.app'])
  await laptop.visit('data-export.store')
  assert.deepEqual([await exportMails(foyer), await unread()], [2, 1])
})

test('a thief cannot turn off the mail about an export of the data (NTF-21)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const body = { on: ['export.mail'] }
  const refused = await laptop.json('/user/notification-settings', { method: 'PUT', body })
  await choose(laptop, [])
  await foyer.db.updateTable('users').set({ muted_notifications: 'export.mail' }).execute()

  await confirmPassword(laptop)
  await laptop.visit('data-export.store')

  assert.equal(refused.status, 422)
  assert.equal(await exportMails(foyer), 1)
})

test('no request turns off security mail (NTF-21)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const refused = await laptop.json('/user/notification-settings', {
    method: 'PUT',
    body: { on: ['security.mail'] },
  })
  await choose(laptop, [])
  await foyer.db.updateTable('users').set({ muted_notifications: 'security.mail' }).execute()

  await confirmPassword(laptop)
  await laptop.visit('api-tokens.store', {
    name: 'Deploy',
    permissions: ['read'],
    expires: 'never',
  })

  assert.equal(refused.status, 422)
  assert.partialDeepStrictEqual(await settingsOf(laptop), [{ kind: 'security', mail: 'always' }])
  const [mail] = await foyer.mails()
  assert.equal(mail?.subject, 'A new API token was created')
})

test('a change of notification settings is an event, shown in Time Travel and restorable; saving them unchanged is none (NTF-22)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  await confirmPassword(laptop)
  const before = (await foyer.events()).length
  await choose(laptop, ['export.app'])
  await choose(laptop, ['export.app'])

  const events = await foyer.events('notification-settings.changed')
  assert.deepEqual(
    events.map(({ data }) => data),
    [{ before: null, after: 'security.app team.mail team.app' }],
  )
  const { page } = await laptop.visitPath(`/time-travel?event=${before}`)
  assert.partialDeepStrictEqual(page.props['differences'], [
    {
      field: 'mutedNotifications',
      before: null,
      after: 'security.app team.mail team.app',
    },
  ])
  const form = { event: before, fields: ['mutedNotifications'] }
  const conflict = await laptop.json('/time-travel/restore', { method: 'POST', body: form })
  assert.equal(conflict.status, 422)
  const displayed = { mutedNotifications: 'security.app team.mail team.app' }
  await laptop.visit('time-travel.restore', { ...form, ...displayed })
  assert.partialDeepStrictEqual(await settingsOf(laptop), [
    { kind: 'security', app: 'on' },
    { kind: 'export', mail: 'always', app: 'on' },
  ])
})

test('the form of notification settings works without script (NTF-23)', async (t) => {
  const { laptop } = await signedInAda(t)
  const { text } = await laptop.open('/user/profile')
  const [, action = ''] = /action="(\/user\/notification-settings[^"]*)"/.exec(text) ?? []

  const saved = await laptop.submit(action.replaceAll('&amp;', '&'), { 'on[]': 'export.app' })

  assert.deepEqual([saved.status, saved.location], [303, '/user/profile'])
  assert.partialDeepStrictEqual(await settingsOf(laptop), [
    { kind: 'security', app: 'off' },
    { kind: 'export', mail: 'always', app: 'on' },
  ])
})

test('the settings change sixty times an hour at most (NTF-24)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const statuses: number[] = []
  for (let count = 0; count < 61; count++) {
    const body = { on: count % 2 === 0 ? [] : ['security.app'] }
    const { status } = await laptop.json('/user/notification-settings', { method: 'PUT', body })
    statuses.push(status)
  }

  assert.deepEqual(statuses, [...Array(60).fill(statuses[0]), 429])
  assert.equal((await foyer.events('notification-settings.changed')).length, 60)
})
