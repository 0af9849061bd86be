import assert from 'node:assert/strict'
import { test } from 'node:test'

import { sql } from 'kysely'

import { createTestDatabase, testDialect } from '#testing/test-database.ts'

import { teamsWithChangesBy } from './change-authors.ts'

type Plan = Record<string, unknown>[]

test('the teams of a founder who let thousands in are found without a row of these (TEA-170)', async (t) => {
  const { db } = await createTestDatabase(t)
  await sql`
    insert into users (id, name, email, email_key, event_count, refused_count, created_at)
    with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 20000)
    select 'id-' || n, 'Person', n || '@x.example', n || '@x.example', 0, 0, n from numbers`.execute(
    db,
  )
  await sql`
    insert into teams (id, name, slug, created_at, event_count, requires_second_factor)
    values ('team', 'Team', 'team', 0, 0, 0)`.execute(db)
  await sql`
    insert into team_members (team_id, user_id, role, joined_at, role_given_by)
    select 'team', id, 'member', 0, case when created_at < 4000 then 'id-1' else id end from users`.execute(
    db,
  )
  await sql`analyze`.execute(db)
  if (testDialect === 'postgres') await sql`vacuum team_members`.execute(db)

  const query = teamsWithChangesBy(db, 'id-1')
  const plan: Plan = await (testDialect === 'postgres'
    ? query.explain('text')
    : query.explain(undefined, sql`query plan`))

  assert.match(
    JSON.stringify(plan),
    /(Index Only Scan using|COVERING INDEX) team_members_role_given_by/,
  )
  assert.deepEqual(await query.execute(), [{ team_id: 'team' }])
})
