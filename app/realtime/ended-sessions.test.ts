import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'

import { erase } from '#app/account-deletion/account-deletion.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { prune } from '#app/platform/prune.ts'
import type { Browser } from '#testing/browser.ts'
import { type Listener, listen } from '#testing/listener.ts'
import { operatorOf } from '#testing/operator.ts'
import { ada, adaOnTwoDevices, confirmPassword, join } from '#testing/people.ts'
import type { Product } from '#testing/product.ts'
import { hours } from '#testing/test-clock.ts'

interface Scene {
  foyer: Product
  laptop: Browser
  phone: Browser
}

/** Ada's laptop and phone, and Eve, who has nothing to do with it, each with a page that listens. */
async function threePages(t: TestContext) {
  const { foyer, laptop, phone } = await adaOnTwoDevices(t)
  const stranger = foyer.browser()
  await join(foyer, stranger, { ...ada, email: 'eve@example.com' })
  const [onLaptop, onPhone, ofEve] = [
    await listen(t, foyer, laptop),
    await listen(t, foyer, phone),
    await listen(t, foyer, stranger),
  ]
  return { foyer, laptop, phone, onLaptop, onPhone, ofEve }
}

/** Sent away for good, and not because it left by itself. */
async function isEnded(listener: Listener): Promise<void> {
  await listener.ended()
  assert.deepEqual([...new Set(listener.codes)], [4009])
}

/** Still listens: something that is said now is heard. */
async function isThere(foyer: Product, listener: Listener): Promise<void> {
  const [channel] = listener.pusher.allChannels()
  await foyer.app.channels.trigger({
    channels: [channel?.name ?? ''],
    name: 'still.there',
    data: {},
  })
  await listener.next('still.there')
}

const others: [string, (scene: Scene) => Promise<unknown>][] = [
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

for (const [what, act] of others)
  test(`${what} closes the sockets of the sessions that end, and of no other (124)`, async (t) => {
    const { foyer, laptop, phone, onLaptop, onPhone, ofEve } = await threePages(t)

    await act({ foyer, laptop, phone })

    await isEnded(onPhone)
    await isThere(foyer, onLaptop)
    await isThere(foyer, ofEve)
  })

const everyones: [string, (scene: Scene) => Promise<unknown>][] = [
  ['locking the account', ({ foyer }) => operatorOf(foyer)('user:lock', ada.email, '--yes')],
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
        erase(tx, foyer.app.keys, { userId, leavesAt }, leavesAt),
      )
    },
  ],
]

for (const [what, act] of everyones)
  test(`${what} closes every socket of the account, and of no other (124)`, async (t) => {
    const { foyer, laptop, phone, onLaptop, onPhone, ofEve } = await threePages(t)

    await act({ foyer, laptop, phone })

    await isEnded(onPhone)
    await isEnded(onLaptop)
    await isThere(foyer, ofEve)
  })

test('a session that has run out takes its sockets with it once it is tidied away (124)', async (t) => {
  const { foyer, laptop } = await adaOnTwoDevices(t)
  const page = await listen(t, foyer, laptop)

  foyer.clock.advance(3 * hours)
  await prune(foyer.app.database, foyer.clock.now())

  await isEnded(page)
})

test('whichever comes first, the end of a session or its asking for a channel, no socket listens on (4.4.3, 124)', async (t) => {
  const { foyer, phone } = await adaOnTwoDevices(t)
  const eve = await listen(t, foyer, phone)
  const [channel] = eve.pusher.allChannels()
  const sockets = foyer.app.channels
  const body = { socket_id: eve.pusher.connection.socket_id, channel_name: channel?.name }
  const asks = Array.from({ length: 20 }, () =>
    phone.json('/broadcasting/auth', { method: 'POST', body }),
  )

  await Promise.all([...asks, phone.visit('logout')])

  await isEnded(eve)
  while (sockets.figures.sockets > 0) await new Promise(setImmediate)
})

test('a socket that is authorised by a session which has just ended is closed (124)', async (t) => {
  const { foyer, laptop, phone } = await adaOnTwoDevices(t)
  const { session_id } = await sessionOf(foyer, phone)
  const page = await listen(t, foyer, laptop)
  await phone.visit('logout')
  await page.next('session.ended')

  // The request found its session, then waited; this is what it does next.
  await foyer.app.sockets.bind(page.pusher.connection.socket_id, session_id)

  await isEnded(page)
})

async function sessionOf(foyer: Product, browser: Browser): Promise<{ session_id: string }> {
  const { page } = await browser.send('/user/profile')
  return { session_id: Object(page.props['realtime']).session }
}
