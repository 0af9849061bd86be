import assert from 'node:assert/strict'
import { test } from 'node:test'

import type { AccountEventType } from '#app/account-events.ts'
import { addPasskey } from '#testing/passkey-flows.ts'
import { ada, signedInAda, confirmPassword, enableTwoFactor } from '#testing/signed-in-accounts.ts'
import type { TestApp } from '#testing/test-app.ts'
import type { TestBrowser } from '#testing/test-browser.ts'
import { minutes } from '#testing/test-clock.ts'
import { VirtualAuthenticator } from '#testing/virtual-authenticator.ts'

const eventsOf = ({ db }: TestApp) => db.selectFrom('events').selectAll().orderBy('seq').execute()

/** Ada's actions in order, each with the event it must record. */
const steps: [AccountEventType, (laptop: TestBrowser, foyer: TestApp) => Promise<unknown>][] = [
  ['session.confirmed', (laptop) => confirmPassword(laptop)],
  ['two-factor.enabled', (laptop) => enableTwoFactor(laptop)],
  [
    'recovery-codes.replaced',
    async (laptop) => {
      const path = '/user/two-factor-recovery-codes'
      const { id } = (await laptop.json(path, { method: 'POST', body: {} })).raw.json()
      await laptop.visit('two-factor.confirm-recovery-codes', { id })
    },
  ],
  ['two-factor.disabled', (laptop) => laptop.visit('two-factor.disable')],
  ['passkey.added', (laptop) => addPasskey(laptop, new VirtualAuthenticator())],
  [
    'passkey.removed',
    async (laptop, { db }) => {
      const { id } = await db.selectFrom('passkeys').select('id').executeTakeFirstOrThrow()
      await laptop.json(`/user/passkeys/${id}`, { method: 'DELETE', body: {} })
    },
  ],
  [
    'address-change.asked',
    (laptop) => laptop.visit('email-change.store', { email: 'ada@new.example' }),
  ],
  [
    'address.changed',
    async (laptop, foyer) => {
      const mail = (await foyer.mails()).find(({ to }) => to === 'ada@new.example')
      const link = mail?.text.match(/\/email-change\/\S+/)?.[0] ?? ''
      await laptop.visitPath(link, { method: 'POST', body: {} })
    },
  ],
  [
    'password.changed',
    (laptop) =>
      laptop.visit('user-password.update', {
        current_password: ada.password,
        password: 'lanterns over the harbour',
      }),
  ],
  ['session.ended', (laptop) => laptop.visit('logout')],
]

test('every credential change is recorded with session, client and time, and never changes later (LGX-03)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const { id: userId } = await foyer.db.selectFrom('users').select('id').executeTakeFirstOrThrow()
  const { id: sessionId } = await foyer.db
    .selectFrom('sessions')
    .select('id')
    .executeTakeFirstOrThrow()
  let before = await eventsOf(foyer)

  for (const [type, act] of steps) {
    foyer.clock.advance(minutes)
    await act(laptop, foyer)

    const now = await eventsOf(foyer)
    assert.deepEqual(now.slice(0, before.length), before)
    const event = now.slice(before.length).find((it) => it.type === type)
    assert.ok(event, `${type} was not recorded`)
    assert.partialDeepStrictEqual(event, {
      user_id: userId,
      session_id: sessionId,
      ip: laptop.ipAddress,
      user_agent: laptop.userAgent,
      at: foyer.clock.now(),
    })
    before = now
  }
})
