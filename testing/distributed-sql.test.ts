import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

import { connect } from '#app/platform/db/connect.ts'
import { migrate } from '#app/platform/db/migrate.ts'
import { postgresQueries } from '#app/platform/telemetry/trace-channels.ts'

import { fakeTree, readSourceTree } from './architecture/source-tree.ts'
import { distributedFeatures, distributedFeatureUses, featuresOf } from './distributed-sql.ts'
import { createEmptyDatabase, testDialect } from './test-database.ts'

const root = join(import.meta.dirname, '..')
const scale = readFileSync(join(root, 'docs/scale.md'), 'utf8')

/** Known uses, whose replacements are in docs/scale.md. A new line here is a decision. */
const knownUses = [
  'app/platform/auth/email-owner.ts: advisory locks',
  'app/platform/db/migrate.ts: advisory locks',
  'app/platform/db/migrations/011-chain.ts: statement triggers',
  'app/platform/db/migrations/021-event-countries.ts: replaced trigger functions',
  'app/platform/db/migrations/043-team-events.ts: statement triggers',
  'app/platform/db/migrations/069-team-log-erasure.ts: replaced trigger functions',
  'app/platform/db/session-connection.ts: LISTEN and NOTIFY',
  'packages/channels/bus/postgres-statements.ts: LISTEN and NOTIFY',
  'packages/channels/bus/postgres-statements.ts: advisory locks',
  'packages/channels/bus/postgres-statements.ts: pg_stat_activity',
  'packages/channels/bus/postgres-statements.ts: unlogged tables',
  'packages/channels/bus/postgres.ts: LISTEN and NOTIFY',
]

test('no new statement needs what CockroachDB or YugabyteDB lacks', () => {
  const tree = readSourceTree(root, ['{app,packages}/**/*.ts'])

  assert.deepEqual(distributedFeatureUses(tree), knownUses)
})

test(
  'the migrations as PostgreSQL runs them need no more either',
  { skip: testDialect === 'postgres' ? false : 'only with TEST_DATABASE=postgres' },
  async (t) => {
    const statements: string[] = []
    const database = await connect(await createEmptyDatabase(t))
    t.after(() => database.close())
    const collect = (query: unknown) => statements.push((query as { sql: string }).sql)
    postgresQueries.start.subscribe(collect)

    await migrate(database)
    postgresQueries.start.unsubscribe(collect)

    const found = new Set(statements.flatMap(featuresOf))
    assert.deepEqual([...found].toSorted(), knownFeatures('app/platform/db/migrat'))
  },
)

test('docs/scale.md has a row for each feature in use', () => {
  const inGrants = featuresOf(readFileSync(join(root, 'docs/event-log.md'), 'utf8'))
  const used = new Set([...knownFeatures(''), ...inGrants])

  for (const { name, cockroach, yugabyte } of distributedFeatures)
    assert.equal(
      scale.includes(`| ${name} | ${cockroach || 'yes'} | ${yugabyte || 'yes'} |`),
      used.has(name),
      name,
    )
})

test('the check finds every feature, in strings and templates', () => {
  const statements = [
    'listen changes',
    'select pg_try_advisory_lock(1)',
    'create trigger t after truncate on users for each statement execute function f()',
    'create or replace function f() returns trigger',
    'grant update (ip) on events to server',
    'create unlogged table t (id text)',
    'select count(*) from pg_stat_activity',
    'lock table users',
    'alter table t add unique (id) deferrable',
    'alter table t add exclude using btree (id with =)',
    'create table t () inherits (users)',
    'create index i on t using gist (a)',
    'select xmlagg(a) from t',
    "prepare transaction 'one'",
    'create foreign table t (id text)',
    'create extension citext',
    'create rule r as on insert to t do nothing',
    'select ctid from t',
  ]
  assert.deepEqual(
    statements.map((statement) => featuresOf(statement)[0]),
    distributedFeatures.map(({ name }) => name),
  )
  const tree = fakeTree({
    'app/a.ts': 'sql`lock table ${name}`',
    'app/b.ts': "client.query('LOCK TABLE users')",
    'app/c.ts': '// lock table',
    'web/d.ts': "'lock table'",
  })
  assert.deepEqual(distributedFeatureUses(tree), ['app/a.ts: table locks', 'app/b.ts: table locks'])
})

function knownFeatures(path: string): string[] {
  const uses = knownUses.filter((use) => use.startsWith(path))
  return [...new Set(uses.map((use) => use.split(': ')[1] ?? ''))].toSorted()
}
