import assert from 'node:assert/strict'
import { test } from 'node:test'

import { migrations } from './migrations.ts'
import { changedMigrations, migrationDigest, readReleases, releaseOf } from './releases.ts'

test('no released migration has been changed or removed since its release', () => {
  const released = Object.values(readReleases()).flatMap((it) => Object.keys(it.migrations))

  assert.ok(released.length >= 38)
  assert.deepEqual(changedMigrations(), [])
  assert.deepEqual(
    released.filter((name) => !(name in migrations)),
    [],
  )
})

test('a changed migration is found', () => {
  const releases = {
    '9.9.9': { migrations: { '001-foundation': migrationDigest('001-foundation') } },
  }

  assert.deepEqual(changedMigrations(releases), [])
  assert.deepEqual(
    changedMigrations(releases, () => 'another digest'),
    ['001-foundation'],
  )
})

test('a database is at the newest version whose migrations it has', () => {
  const releases = {
    '0.1.0': { migrations: { '001-a': '' } },
    '0.2.0': { migrations: { '002-b': '', '003-c': '' } },
  }

  assert.equal(releaseOf(new Set(), releases), null)
  assert.equal(releaseOf(new Set(['001-a', '002-b']), releases), '0.1.0')
  assert.equal(releaseOf(new Set(['001-a', '002-b', '003-c', '004-d']), releases), '0.2.0')
})
