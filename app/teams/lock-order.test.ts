import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'

import { sql } from 'kysely'

import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { lockAccountRow } from '#app/platform/event-log/account-row-lock.ts'
import { createCli } from '#testing/cli.ts'
import { confirmPassword, registerAccount } from '#testing/signed-in-accounts.ts'
import { addMember, createEngines, invite, person, registered, userId } from '#testing/teams.ts'
import { buildTestApp, type TestApp } from '#testing/test-app.ts'
import { days } from '#testing/test-clock.ts'
import { testDialect } from '#testing/test-database.ts'

import { lockTeam } from './membership.ts'

const options = { skip: testDialect !== 'postgres' && 'on SQLite one writer waits for the other' }

/** Ada, an administrator, and Grace own the team. */
async function adaAndGrace(t: TestContext) {
  const foyer = await buildTestApp(t)
  const ada = foyer.browser()
  await registerAccount(foyer, ada)
  await createEngines(ada)
  const grace = await addMember(foyer, ada, { name: 'Grace' })
  await foyer.db.updateTable('team_members').set({ role: 'owner' }).execute()
  await createCli(foyer)('user:role', 'ada@example.com', 'admin', '--yes')
  for (const browser of [ada, grace]) await confirmPassword(browser)
  const { id: team } = await foyer.db.selectFrom('teams').select('id').executeTakeFirstOrThrow()
  return { foyer, ada, grace, team, graceId: await userId(foyer, 'Grace') }
}

/**
 * Locks the team, then the account, as every change of a member does, while the work runs. A deadlock would end after a second;
 * the account has to be free at once.
 */
async function whileTeamThenAccount<T>(
  foyer: TestApp,
  { team, account }: { team: string; account: string },
  work: () => PromiseLike<T>,
): Promise<T> {
  const running = await inTransaction(foyer.db, async (tx) => {
    await lockTeam(tx, team)
    const result = work()
    while (!(await isWaiting(foyer))) await wait(10)
    await sql`set local lock_timeout = '300ms'`.execute(tx)
    await lockAccountRow(tx, account)
    return { result }
  })
  return running.result
}

async function isWaiting({ db }: TestApp): Promise<boolean> {
  const { rows } = await sql`
    select pid from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows.length > 0
}

test('the erasure of a member locks the team before the account', options, async (t) => {
  const { foyer, grace, team, graceId } = await adaAndGrace(t)
  await grace.visit('current-user.destroy', { confirmation: person('Grace').email })
  foyer.clock.advance(60 * days)

  await whileTeamThenAccount(foyer, { team, account: graceId }, () => foyer.jobs.runDue())

  const left = await foyer.db.selectFrom('users').select('id').where('id', '=', graceId).execute()
  assert.deepEqual(left, [])
})

test(
  'the erasure of an account locks the teams that invited it before the account',
  options,
  async (t) => {
    const { foyer, ada, team } = await adaAndGrace(t)
    const alan = await registered(foyer, 'Alan')
    const account = await userId(foyer, 'Alan')
    await confirmPassword(alan)
    await alan.visit('current-user.destroy', { confirmation: person('Alan').email })
    await invite(foyer, ada, { email: person('Alan').email })
    const expires_at = foyer.clock.now() + 61 * days
    await foyer.db.updateTable('team_invitations').set({ expires_at }).execute()
    foyer.clock.advance(60 * days)

    await whileTeamThenAccount(foyer, { team, account }, () => foyer.jobs.runDue())

    const left = await foyer.db.selectFrom('users').select('id').where('id', '=', account).execute()
    assert.deepEqual(left, [])
  },
)

test('an owner who deletes their account locks the team first', options, async (t) => {
  const { foyer, grace, team, graceId } = await adaAndGrace(t)
  const form = { confirmation: person('Grace').email }

  await whileTeamThenAccount(foyer, { team, account: graceId }, () =>
    grace.visit('current-user.destroy', form),
  )

  assert.equal((await foyer.events('account.leaving')).length, 1)
})

test('an administrator who deletes an account locks its teams first', options, async (t) => {
  const { foyer, ada, team, graceId } = await adaAndGrace(t)
  const body = { reason: 'She asked by phone' }

  const { status } = await whileTeamThenAccount(foyer, { team, account: graceId }, () =>
    ada.json(`/admin/accounts/${graceId}/delete`, { method: 'POST', body }),
  )

  assert.equal(status, 200)
})

test(
  'an administrator who deletes their own team locks it before their account',
  options,
  async (t) => {
    const { foyer, ada, team } = await adaAndGrace(t)
    const account = await userId(foyer, 'Ada')
    const body = { reason: 'They asked by phone' }

    const { status } = await whileTeamThenAccount(foyer, { team, account }, () =>
      ada.json(`/admin/teams/${team}/delete`, { method: 'POST', body }),
    )

    assert.equal(status, 200)
  },
)

test('a member who changes their password locks their teams first', options, async (t) => {
  const { foyer, grace, team, graceId } = await adaAndGrace(t)
  const form = { current_password: person('Grace').password, password: 'yet another row of words' }

  await whileTeamThenAccount(foyer, { team, account: graceId }, () =>
    grace.visit('user-password.update', { ...form, revoke_tokens: '1' }),
  )

  assert.equal((await foyer.events('password.changed')).length, 1)
})
