import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'

import { eraseAccount } from '#app/account-deletion/account-deletion.ts'
import { features } from '#app/features.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { pruneExpired } from '#app/platform/maintenance/prune-expired.ts'
import { createCli } from '#testing/cli.ts'
import { type PusherJsClient, connectPusherJsClient } from '#testing/pusher-js-client.ts'
import {
  ada,
  adaOnTwoDevices,
  confirmPassword,
  registerAccount,
} from '#testing/signed-in-accounts.ts'
import { buildTestApp, createTestApp, type TestApp } from '#testing/test-app.ts'
import type { TestBrowser } from '#testing/test-browser.ts'
import { hours } from '#testing/test-clock.ts'

interface TestDevices {
  foyer: TestApp
  laptop: TestBrowser
  phone: TestBrowser
}

/** Connected pages of Ada's laptop and phone, and of Eve, an unrelated user. */
async function threeListeningPages(t: TestContext) {
  const { foyer, laptop, phone } = await adaOnTwoDevices(t, buildTestApp)
  const stranger = foyer.browser()
  await registerAccount(foyer, stranger, { ...ada, email: 'eve@example.com' })
  const [onLaptop, onPhone, ofEve] = [
    await connectPusherJsClient(t, foyer, laptop),
    await connectPusherJsClient(t, foyer, phone),
    await connectPusherJsClient(t, foyer, stranger),
  ]
  return { foyer, laptop, phone, onLaptop, onPhone, ofEve }
}

/** Asserts that the server closed the page's socket for good. */
async function assertClosed(listener: PusherJsClient): Promise<void> {
  await listener.waitForDisconnect()
  assert.deepEqual([...new Set(listener.closeCodes)], [4009])
}

/** Asserts that the page still receives events. */
async function assertStillListening(foyer: TestApp, listener: PusherJsClient): Promise<void> {
  const [channel] = listener.pusher.allChannels()
  await foyer.app.channels.trigger({
    channels: [channel?.name ?? ''],
    name: 'still.there',
    data: {},
  })
  await listener.nextEvent('still.there')
}

test('with SINGLE_SESSION, signing in elsewhere closes the sockets of the others (SES-24)', async (t) => {
  const foyer = await createTestApp(t, { SINGLE_SESSION: '1' })
  const laptop = foyer.browser()
  await registerAccount(foyer, laptop)
  const onLaptop = await connectPusherJsClient(t, foyer, laptop)

  await foyer.browser().visit('login.store', ada)

  await assertClosed(onLaptop)
})

const actionsEndingOtherSessions: [string, (scene: TestDevices) => Promise<unknown>][] = [
  ['logging out elsewhere', ({ phone }) => phone.visit('logout')],
  [
    'leaving',
    ({ laptop }) =>
      laptop.visit('current-user.destroy', { password: ada.password, confirmation: ada.email }),
  ],
  [
    'ending all others',
    async ({ laptop }) => {
      await confirmPassword(laptop)
      await laptop.visit('other-browser-sessions.destroy', { password: ada.password })
    },
  ],
  [
    'a new password',
    ({ laptop }) =>
      laptop.visit('user-password.update', {
        current_password: ada.password,
        password: 'another row of quiet engines',
        password_confirmation: 'another row of quiet engines',
      }),
  ],
]

for (const [what, act] of actionsEndingOtherSessions)
  test(`${what} closes the sockets of the sessions that end, and of no other`, async (t) => {
    const { foyer, laptop, phone, onLaptop, onPhone, ofEve } = await threeListeningPages(t)

    await act({ foyer, laptop, phone })

    await assertClosed(onPhone)
    await assertStillListening(foyer, onLaptop)
    await assertStillListening(foyer, ofEve)
  })

const actionsEndingAllSessions: [string, (scene: TestDevices) => Promise<unknown>][] = [
  ['locking the account', ({ foyer }) => createCli(foyer)('user:lock', ada.email, '--yes')],
  [
    'a new password by mail',
    async ({ foyer }) => {
      const stranger = foyer.browser()
      await stranger.visit('password.email', { email: ada.email })
      const [mail] = await foyer.mails()
      const token = /\/reset-password\/(\S+)/.exec(mail?.text ?? '')?.[1]
      const password = 'another row of quiet engines'
      await stranger.visit('password.update', { token, email: ada.email, password })
    },
  ],
  [
    'erasing the account',
    async ({ foyer }) => {
      const { id: userId } = await foyer.db
        .selectFrom('users')
        .select('id')
        .where('email', '=', ada.email)
        .executeTakeFirstOrThrow()
      const leavesAt = foyer.clock.now()
      await foyer.db
        .updateTable('users')
        .set({ leaves_at: leavesAt })
        .where('id', '=', userId)
        .execute()
      await inTransaction(foyer.db, (tx) =>
        eraseAccount(tx, foyer.app.keys, { userId, leavesAt }, leavesAt),
      )
    },
  ],
]

for (const [what, act] of actionsEndingAllSessions)
  test(`${what} closes every socket of the account, and of no other`, async (t) => {
    const { foyer, laptop, phone, onLaptop, onPhone, ofEve } = await threeListeningPages(t)

    await act({ foyer, laptop, phone })

    await assertClosed(onPhone)
    await assertClosed(onLaptop)
    await assertStillListening(foyer, ofEve)
  })

test('pruning an expired session closes its sockets', async (t) => {
  const { foyer, laptop } = await adaOnTwoDevices(t, buildTestApp)
  const page = await connectPusherJsClient(t, foyer, laptop)

  foyer.clock.advance(3 * hours)
  await pruneExpired(foyer.app.database, foyer.clock.now(), features)

  await assertClosed(page)
})

test('no socket stays subscribed when a session ends during authorization (4.4.3)', async (t) => {
  const { foyer, phone } = await adaOnTwoDevices(t, buildTestApp)
  const eve = await connectPusherJsClient(t, foyer, phone)
  const [channel] = eve.pusher.allChannels()
  const sockets = foyer.app.channels
  const body = { socket_id: eve.pusher.connection.socket_id, channel_name: channel?.name }
  const asks = Array.from({ length: 20 }, () =>
    phone.json('/broadcasting/auth', { method: 'POST', body }),
  )

  await Promise.all([...asks, phone.visit('logout')])

  await assertClosed(eve)
  while (sockets.metrics.sockets > 0) await new Promise(setImmediate)
})

test('closes a socket authorized by a session that has just ended', async (t) => {
  const { foyer, laptop, phone } = await adaOnTwoDevices(t, buildTestApp)
  const { session_id } = await sessionOf(foyer, phone)
  const page = await connectPusherJsClient(t, foyer, laptop)
  await phone.visit('logout')
  await page.nextEvent('session.ended')

  // A request that found its session before it ended continues here.
  await foyer.app.realtimeServer.bindSession(page.pusher.connection.socket_id, session_id)

  await assertClosed(page)
})

async function sessionOf(foyer: TestApp, browser: TestBrowser): Promise<{ session_id: string }> {
  const { page } = await browser.visitPath('/user/profile')
  return { session_id: Object(page.props['realtime']).session }
}
