import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'

import { sql } from 'kysely'

import { formatLink, issueToken, type TokenPurpose } from '#app/platform/auth/one-time-tokens.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { lockAccountRow } from '#app/platform/event-log/account-row-lock.ts'
import { adaWithPasskey } from '#testing/passkey-flows.ts'
import {
  ada,
  adaAtTwoFactorChallenge,
  confirmPassword,
  registerAccount,
  signedInAda,
} from '#testing/signed-in-accounts.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import type { TestResponse } from '#testing/test-browser.ts'
import { minutes } from '#testing/test-clock.ts'
import { testDialect } from '#testing/test-database.ts'

const skip = testDialect === 'postgres' ? false : 'SQLite has one writer at a time'

interface Change {
  foyer: TestApp
  /** A table besides `users` in which the change writes a row of the account. */
  table: 'sessions' | 'one_time_tokens' | 'two_factor_challenges' | 'trusted_devices' | 'passkeys'
  make: () => Promise<TestResponse>
}

const changes: Record<string, (t: TestContext) => Promise<Change>> = {
  async 'a password reset'(t) {
    const { foyer, token } = await adaWithLink(t, 'password-reset')
    const form = { token, email: ada.email, password: 'lanterns over the harbour' }
    const make = () => foyer.browser().visit('password.update', form)
    return { foyer, table: 'one_time_tokens', make }
  },
  'an unlocked sign-in': (t) => byLink(t, 'sign-in-unlock', '/sign-in-unlock'),
  'a takeover report': (t) => byLink(t, 'not-me', '/not-me'),
  async 'a cancelled deletion'(t) {
    const change = await byLink(t, 'return', '/account-return')
    const leaves_at = change.foyer.clock.now() + minutes
    await change.foyer.db.updateTable('users').set({ leaves_at }).execute()
    return change
  },
  async 'another code for a new device'(t) {
    const foyer = await createTestApp(t, { NEW_DEVICE_CODE: '1' })
    await registerAccount(foyer, foyer.browser())
    const phone = foyer.browser()
    phone.userAgent = 'another browser'
    await phone.visit('login.store', ada)
    return { foyer, table: 'two_factor_challenges', make: () => phone.visit('new-device.send') }
  },
  async 'a sign-out'(t) {
    const { foyer, laptop } = await signedInAda(t)
    return { foyer, table: 'sessions', make: () => laptop.visit('logout') }
  },
  async 'the end of a trust'(t) {
    const { foyer, laptop, phone, recoveryCodes } = await adaAtTwoFactorChallenge(t)
    const answer = { recovery_code: recoveryCodes[0], trust_device: true }
    await phone.visit('two-factor.login.store', answer)
    await confirmPassword(laptop)
    const make = () => laptop.visit('trusted-devices.destroy')
    return { foyer, table: 'trusted_devices', make }
  },
  async 'the new name of a passkey'(t) {
    const { foyer, laptop, id } = await adaWithPasskey(t)
    const body = { name: 'Key ring' }
    const make = () => laptop.json(`/user/passkeys/${id}`, { method: 'PUT', body })
    return { foyer, table: 'passkeys', make }
  },
}

for (const [name, prepare] of Object.entries(changes))
  test(
    `${name} waits for the account before it locks anything else, so it never deadlocks with another change (RACE-03)`,
    { skip },
    async (t) => {
      const { foyer, table, make } = await prepare(t)
      const { id } = await foyer.db.selectFrom('users').select('id').executeTakeFirstOrThrow()

      const change = await foyer.db.transaction().execute(async (tx) => {
        await lockAccountRow(tx, id)
        const pid = await backendOf(tx)
        const changing = make()
        while (!(await blocksAnother(foyer.db, pid))) await wait(5)
        const rows = tx.selectFrom(table).select('id').where('user_id', '=', id)
        assert.notEqual((await rows.forUpdate().noWait().execute()).length, 0)
        return { changing }
      })

      assert.ok((await change.changing).status < 400)
    },
  )

/** Ada, and a link that was mailed to her. */
async function adaWithLink(t: TestContext, purpose: TokenPurpose) {
  const { foyer } = await signedInAda(t)
  const now = foyer.clock.now()
  const { id: userId } = await foyer.db.selectFrom('users').select('id').executeTakeFirstOrThrow()
  const { email: payload, email: emailKey } = ada
  const token = { purpose, userId, emailKey, payload, ttlMs: minutes, now }
  return { foyer, token: formatLink(await issueToken(foyer.db, foyer.app.keys, token)) }
}

async function byLink(t: TestContext, purpose: TokenPurpose, path: string): Promise<Change> {
  const { foyer, token } = await adaWithLink(t, purpose)
  const make = () => foyer.browser().visitPath(`${path}/${token}`, { method: 'POST', body: {} })
  return { foyer, table: 'one_time_tokens', make }
}

async function backendOf(db: Db): Promise<number> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
  return rows[0]?.pid ?? 0
}

async function blocksAnother(db: Db, pid: number): Promise<boolean> {
  const { rows } = await sql`select pid from pg_stat_activity
    where ${pid}::int = any(pg_blocking_pids(pid))`.execute(db)
  return rows.length > 0
}
