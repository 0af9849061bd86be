import assert from 'node:assert/strict'
import { test } from 'node:test'

import type { MigrationsTable } from '#app/platform/db/migrate.ts'
import { readReleases } from '#app/platform/db/releases.ts'
import { createCli } from '#testing/cli.ts'
import { newlyRegisteredAda } from '#testing/signed-in-accounts.ts'

test('upgrade --check names the version of the database and what the start will apply', async (t) => {
  const { foyer } = await newlyRegisteredAda(t)
  const table = foyer.db.withTables<MigrationsTable>()
  await table.deleteFrom('migrations').where('name', '>=', '040').execute()

  const { status, json } = await createCli(foyer)('upgrade', '--check', '--json')

  assert.equal(status, 0)
  assert.deepEqual(json['database'], { release: '0.1.0', unreleased: 0, unknown: [] })
  assert.ok(Object(json['pending']).includes('042-teams'))
  assert.deepEqual(json['changed'], [])
})

test('upgrade --check stops before an older version than the database was used by', async (t) => {
  const { foyer } = await newlyRegisteredAda(t)
  const table = foyer.db.withTables<MigrationsTable>()
  await table.insertInto('migrations').values({ name: '999-later', applied_at: 1 }).execute()

  const { status, out } = await createCli(foyer)('upgrade', '--check')

  assert.equal(status, 1)
  assert.match(out, /A newer version applied 999-later/)
  const lastRelease = Object.keys(readReleases()).at(-1)
  assert.ok(out.includes(`The database is at version ${lastRelease}`))
})

test('upgrade without --check changes nothing and says how to upgrade', async (t) => {
  const { foyer } = await newlyRegisteredAda(t)

  const { status, err } = await createCli(foyer)('upgrade')

  assert.equal(status, 2)
  assert.match(err, /start the new version/)
})
