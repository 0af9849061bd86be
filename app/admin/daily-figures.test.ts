import assert from 'node:assert/strict'
import { test } from 'node:test'

import { sql } from 'kysely'

import { adminAndAccount, grace } from '#testing/administrator.ts'
import { registerAccount } from '#testing/signed-in-accounts.ts'
import type { TestApp } from '#testing/test-app.ts'
import { days } from '#testing/test-clock.ts'

import { countActivePeople } from './count-active-people.ts'
import { countDailyFigures, dailyFigures } from './daily-figures.ts'
import { figureDays } from './limits.ts'

async function countsOf(foyer: TestApp) {
  await countDailyFigures(foyer.db, foyer.clock.now())
  const all = await dailyFigures(foyer.db, foyer.clock.now())
  return Object.fromEntries(all.map(({ name, counts }) => [name, counts]))
}

interface Plan {
  detail: string
}

const last = (counts: number[] | undefined) => counts?.slice(-2)

test('the start of the admin area counts thirty days, and the past stays (ADM-50)', async (t) => {
  const { foyer, other } = await adminAndAccount(t, 'admin')
  await foyer.browser().visit('login.store', { ...grace, password: 'not the password at all' })
  const today = await countsOf(foyer)
  assert.deepEqual(last(today['sign-ups']), [0, 2])
  assert.deepEqual(last(today['active-people']), [0, 2])
  assert.equal(today['sign-ups']?.length, figureDays)

  foyer.clock.advance(1 * days)
  await registerAccount(foyer, foyer.browser(), { ...grace, email: 'eve@example.com' })
  await other.visit('dashboard')
  const tomorrow = await countsOf(foyer)
  assert.deepEqual(last(tomorrow['sign-ups']), [2, 1])
  assert.equal(tomorrow['active-people']?.at(-2), 2)

  foyer.clock.advance(figureDays * days)
  const later = await countsOf(foyer)
  assert.deepEqual(new Set(later['sign-ups']), new Set([0]))
})

test('a person with several sessions counts once a day, however the sessions are sliced (ADM-88)', async (t) => {
  const { foyer, other } = await adminAndAccount(t, 'admin')
  const second = foyer.browser()
  await second.visit('login.store', { ...grace })
  await other.visit('dashboard')
  const now = foyer.clock.now()
  const rows = await foyer.db.selectFrom('sessions').select(['id', 'user_id']).execute()
  for (const [index, { id }] of rows.entries())
    await foyer.db
      .updateTable('sessions')
      .set({ last_active_at: now - (index % 3) })
      .where('id', '=', id)
      .execute()

  const people = new Set(rows.map(({ user_id }) => user_id)).size
  assert.ok(rows.length > people)
  for (const slice of [1, 2, 1000])
    assert.equal(await countActivePeople(foyer.db, { from: now - 10, to: now + 1, slice }), people)
})

test('a page of a search or a filter counts nothing (ADM-51)', async (t) => {
  const { laptop } = await adminAndAccount(t, 'support')
  const shown = async (path: string) => (await laptop.visitPath(path)).page.props['figures']
  assert.equal(Object(await shown('/admin')).length, 4)
  assert.equal(await shown('/admin?search=grace'), null)
  assert.equal(await shown('/admin?filter=locked'), null)
})

test('every figure is counted from an index (ADM-52)', async (t) => {
  const { foyer } = await adminAndAccount(t, 'admin')
  const isSqlite = foyer.app.database.dialect === 'sqlite'
  if (!isSqlite) return t.skip('the planner of PostgreSQL reads small tables whole')
  const plans = await Promise.all(
    [
      sql<Plan>`explain query plan select count(*) from users where created_at >= 1 and created_at < 2`,
      sql<Plan>`explain query plan select count(*) from sessions where last_active_at >= 1 and last_active_at < 2`,
      sql<Plan>`explain query plan select count(*) from users where two_factor_enabled_at is not null and two_factor_enabled_at >= 1`,
      sql<Plan>`explain query plan select count(*) from events where type = 'sign-in.refused' and at >= 1 and at < 2`,
    ].map((query) => query.execute(foyer.db)),
  )
  for (const { rows } of plans) {
    const plan = rows.map(({ detail }) => detail).join()
    assert.match(plan, /SEARCH \w+ USING (COVERING )?INDEX/)
    assert.ok(!plan.includes('SCAN'), plan)
  }
})
