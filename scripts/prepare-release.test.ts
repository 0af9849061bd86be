import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

import { readReleases } from '#app/platform/db/releases.ts'

import { prepareRelease, versionProblems } from './prepare-release.ts'

const read = (name: string) => readFileSync(join(import.meta.dirname, '..', name), 'utf8')

const files = {
  changelog:
    '# Changelog\n\n## Unreleased\n\n- Something new.\n\n## 0.1.0 (2026-11-22)\n\n- All.\n',
  upgrading: '# Upgrading\n\n## Unreleased\n\nSet a setting.\n\n## 0.1.0\n\nNothing.\n',
  packageVersion: '0.1.0',
  releases: { '0.1.0': { migrations: { '001-a': 'digest of a' } } },
}
const release = {
  version: '0.2.0',
  date: '2026-11-24',
  digests: { '001-a': 'digest of a', '002-b': 'digest of b' },
}

test('package.json, CHANGELOG.md, docs/upgrading.md and releases.json name the same versions', () => {
  assert.deepEqual(
    versionProblems({
      changelog: read('CHANGELOG.md'),
      upgrading: read('docs/upgrading.md'),
      packageVersion: JSON.parse(read('package.json')).version,
      releases: readReleases(),
    }),
    [],
  )
})

test('a release dates what was unreleased and records the digests of its migrations', () => {
  const released = prepareRelease(files, release)

  assert.match(released.changelog, /## Unreleased\n\n## 0\.2\.0 \(2026-11-24\)\n\n- Something new/)
  assert.match(
    released.upgrading,
    /## Unreleased\n\nNothing to do\.\n\n## 0\.2\.0\n\nSet a setting/,
  )
  assert.deepEqual(released.releases['0.2.0'], { migrations: { '002-b': 'digest of b' } })
  assert.deepEqual(versionProblems(released), [])
})

test('refuses a version that is not newer, and a release without notes', () => {
  assert.throws(
    () => prepareRelease(files, { ...release, version: '0.1.0' }),
    /not a version above 0\.1\.0/,
  )
  const changelog = files.changelog.replace('- Something new.\n', '')
  assert.throws(() => prepareRelease({ ...files, changelog }, release), /says nothing/)
  const packageVersion = '0.0.9'
  assert.throws(
    () => prepareRelease({ ...files, packageVersion }, release),
    /releases\.json 0\.1\.0/,
  )
})
