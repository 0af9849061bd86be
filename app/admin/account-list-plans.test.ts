import assert from 'node:assert/strict'
import { test } from 'node:test'

import { sql } from 'kysely'

import type { Db } from '#app/platform/db/connect.ts'
import { teamMatches } from '#app/teams/operator-team-lists.ts'
import { createTestDatabase, testDialect } from '#testing/test-database.ts'

import { accountsAfter, matches } from './account-list.ts'
import type { AccountFilter, AccountSort } from './pages.ts'

const accountCount = 100_000

/** One of a thousand is locked, unverified, about to be deleted or has a role, the last ones in every order. */
async function insertAccountsAndTeams(db: Db): Promise<void> {
  const rare = sql`case when n > cast(${accountCount - 100} as integer) then 1 end`
  await sql`
    insert into users (id, name, email, email_key, email_verified_at, locked_at, leaves_at, role, event_count, refused_count, created_at)
    with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < cast(${accountCount} as integer))
    select 'id-' || (1000000 + n), 'Person ' || (1000000 + n), (1000000 + n) || '@x.example', (1000000 + n) || '@x.example',
      case when ${rare} = 1 then null else 1 end, ${rare}, ${rare}, case when ${rare} = 1 then 'support' end, 0, 0, n
    from numbers`.execute(db)
  await sql`
    insert into teams (id, name, slug, created_at, event_count, requires_second_factor)
    select id, name, 'team-' || id, created_at, 0, 0 from users`.execute(db)
  await sql`analyze`.execute(db)
}

type Plan = Record<string, unknown>[]

/** The lines of the plan; on PostgreSQL after running the query. */
async function planOf(query: Pick<ReturnType<typeof accountsAfter>, 'explain'>) {
  const rows: Plan = await (testDialect === 'postgres'
    ? query.explain('text', sql`analyze`)
    : query.explain(undefined, sql`query plan`))
  return rows.map((row) => String(row['QUERY PLAN'] ?? row['detail']))
}

const isCostly = /Seq Scan|Sort|Rows Removed by Filter|TEMP B-TREE|SCAN (?:users|teams)$/

const filters: AccountFilter[] = ['all', 'unverified', 'locked', 'deleting', 'role']
const sorts: AccountSort[] = ['newest', 'oldest', 'address']
const filteringIndex = /users_(?:unverified|locked|leaving|with_role)/

test('no page of the list reads more accounts than it shows, nor does a search for accounts or teams (ADM-87)', async (t) => {
  const { db } = await createTestDatabase(t)
  await insertAccountsAndTeams(db)

  for (const filter of filters)
    for (const sort of sorts)
      for (const cursor of [undefined, sort === 'address' ? '1050000@x.example' : 'id-1050000']) {
        const plan = await planOf(accountsAfter(db, { filter, sort }, cursor))
        const name = `${filter}, ${sort}, ${cursor}: ${plan.join('\n')}`
        assert.ok(plan.length > 0 && !plan.some((line) => isCostly.test(line)), name)
        assert.equal(filteringIndex.test(plan.join()), filter !== 'all', name)
      }
  for (const query of [...matches(db, 'person 1000'), ...teamMatches(db, 'team-id-1', 25)]) {
    const plan = await planOf(query)
    assert.ok(!plan.some((line) => isCostly.test(line)), plan.join('\n'))
  }
})
