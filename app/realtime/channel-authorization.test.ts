import assert from 'node:assert/strict'
import { test } from 'node:test'

import { accountChannel } from '#app/platform/realtime/channel-names.ts'
import {
  ada,
  signedInAda,
  adaAtTwoFactorChallenge,
  registerAccount,
} from '#testing/signed-in-accounts.ts'
import { createTestApp } from '#testing/test-app.ts'
import type { TestResponse, TestBrowser } from '#testing/test-browser.ts'

const socket_id = '12.34'

/** Posts a form without an Accept header, as Pusher clients do. */
function authorize(
  browser: TestBrowser,
  form: Record<string, string>,
  headers = {},
): Promise<TestResponse> {
  return browser.request('/broadcasting/auth', {
    method: 'POST',
    body: new URLSearchParams(form).toString(),
    headers: {
      accept: '*/*',
      'content-type': 'application/x-www-form-urlencoded',
      'x-xsrf-token': decodeURIComponent(browser.cookies.get('XSRF-TOKEN') ?? ''),
      ...headers,
    },
  })
}

async function ownChannel(browser: TestBrowser): Promise<string> {
  const { page } = await browser.visitPath('/user/profile')
  return Object(page.props['realtime']).channel
}

test('authorizes the user’s own channel with the protocol’s signature (BRD-01, BRD-06, 4.4.4)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const channel_name = await ownChannel(laptop)

  const granted = await authorize(laptop, { socket_id, channel_name })

  assert.equal(granted.status, 200)
  const expected = foyer.app.channels.authorize(socket_id, channel_name)
  assert.deepEqual(granted.raw.json(), expected)
  assert.equal(granted.header('cache-control'), 'no-store')
})

test('rejects every channel but the user’s own (WS-03, BRD-02, BRD-05, BRD-09, BRD-12, BRD-13)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const eve = foyer.browser()
  await registerAccount(foyer, eve, { ...ada, email: 'eve@example.com' })
  const [own, others] = [await ownChannel(laptop), await ownChannel(eve)]
  const id = own.replace('private-account.', '')
  const bent = [others, `${own}x`, `${own}.1`, `x${own}`, `private-${own}`, own.slice(0, -1)]
  const joined = [
    `${own},${others}`,
    `${own};`,
    own.toUpperCase(),
    'private-account.',
    `account.${id}`,
  ]
  const kinds = ['private-encrypted-', 'presence-', 'private-cache-'].map(
    (it) => `${it}account.${id}`,
  )
  const none = ['private-mailbox', 'private-registration.', 'private-anything', 'news']

  for (const channel_name of [...bent, ...joined, ...kinds, ...none])
    assert.equal((await authorize(laptop, { socket_id, channel_name })).status, 403, channel_name)
})

test('rejects guests and unfinished two-factor sign-ins (BRD-03, WS-11, 4.4.3)', async (t) => {
  const { foyer, phone } = await adaAtTwoFactorChallenge(t)
  const { id } = await foyer.db.selectFrom('users').select('id').executeTakeFirstOrThrow()
  const channel_name = accountChannel(id)
  const guest = foyer.browser()
  await guest.open('/login')

  const asGuest = await authorize(guest, { socket_id, channel_name })
  const afterPassword = await authorize(phone, { socket_id, channel_name })

  assert.deepEqual([asGuest.status, afterPassword.status], [403, 403])
  assert.match(asGuest.header('content-type') ?? '', /json/)
})

test('requires the CSRF token in either header, and rejects with JSON (WS-11)', async (t) => {
  const { laptop } = await signedInAda(t)
  const form = { socket_id, channel_name: await ownChannel(laptop) }
  const token = decodeURIComponent(laptop.cookies.get('XSRF-TOKEN') ?? '')
  const none = { 'x-xsrf-token': '' }

  const without = await authorize(laptop, form, none)
  const other = await authorize(laptop, form, { 'x-xsrf-token': `${token}x` })
  const elsewhere = await authorize(laptop, form, { origin: 'https://evil.example' })
  const underTheOther = await laptop.request('/broadcasting/auth', {
    method: 'POST',
    body: form,
    headers: { 'x-csrf-token': token },
  })

  assert.deepEqual([without.status, other.status, elsewhere.status], [419, 419, 403])
  assert.equal(without.raw.json().message.length > 0, true)
  assert.equal(underTheOther.status, 200)
  assert.equal((await laptop.request('/broadcasting/auth')).status, 404)
})

test('never signs an invalid socket id or channel name', async (t) => {
  const { laptop } = await signedInAda(t)
  const channel_name = await ownChannel(laptop)
  const sockets = ['', '1', '1.2.3', '1.2:x', '1.2::user::{}', '-1.2', '1.a', `${'1'.repeat(21)}.1`]
  const names = ['', 'a b', `${channel_name}:x`, `${channel_name}\n`, 'ä', 'a'.repeat(201), '#x']

  for (const wrong of sockets)
    assert.equal((await authorize(laptop, { socket_id: wrong, channel_name })).status, 422)
  for (const wrong of names)
    assert.equal((await authorize(laptop, { socket_id, channel_name: wrong })).status, 422)
  for (const body of [
    [],
    'x',
    { socket_id: [socket_id], channel_name },
    { socket_id, channel_name: {} },
  ])
    assert.ok(
      [400, 422].includes(
        (await laptop.json('/broadcasting/auth', { method: 'POST', body })).status,
      ),
    )
})

test('authenticates a signed-in user’s socket with the protocol’s signature (BRD-07, BRD-08)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const { id } = await foyer.db.selectFrom('users').select('id').executeTakeFirstOrThrow()
  const guest = foyer.browser()
  await guest.open('/login')
  const body = { socket_id }

  const granted = await laptop.json('/broadcasting/user-auth', { method: 'POST', body })
  const rejected = await guest.json('/broadcasting/user-auth', { method: 'POST', body })

  assert.deepEqual(granted.raw.json(), foyer.app.channels.authenticate(socket_id, { id }))
  assert.equal(rejected.status, 401)
})

test('a thousand reconnecting pages of one session are all authorized, fifty at a time', async (t) => {
  const { laptop } = await signedInAda(t)
  const channel_name = await ownChannel(laptop)
  const statuses: number[] = []

  const lanes = Array.from({ length: 50 }, async () => {
    while (statuses.length < 1000)
      statuses.push(
        (await authorize(laptop, { socket_id: `1.${statuses.length}`, channel_name })).status,
      )
  })
  await Promise.all(lanes)

  assert.deepEqual(new Set(statuses), new Set([200]))
})

test('authorizing reads only the session', async (t) => {
  const queries: string[] = []
  const foyer = await createTestApp(t, {}, { onQuery: (sql) => queries.push(sql) })
  const laptop = foyer.browser()
  await registerAccount(foyer, laptop)
  const channel_name = await ownChannel(laptop)
  queries.length = 0

  await authorize(laptop, { socket_id, channel_name })

  assert.deepEqual(
    queries
      .filter((sql) => !sql.includes('broadcasts'))
      .map((sql) => /\bfrom "(sessions)"/.exec(sql)?.[1]),
    ['sessions'],
  )
})
