/** `npm run release -- <version>`: writes the version into the files that name it, and says what is left to do. */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { migrations } from '#app/platform/db/migrations.ts'
import {
  changedMigrations,
  migrationDigest,
  readReleases,
  releasesFile,
} from '#app/platform/db/releases.ts'

import { prepareRelease } from './prepare-release.ts'

const file = (name: string) => join(import.meta.dirname, '..', name)
const read = (name: string) => readFileSync(file(name), 'utf8')
const version = process.argv[2] ?? ''
const oldVersion: string = JSON.parse(read('package.json')).version

try {
  if (execFileSync('git', ['status', '--porcelain'], { encoding: 'utf8' }) !== '')
    throw new Error('Commit your changes first.')
  const changed = changedMigrations()
  if (changed.length > 0) throw new Error(`Released migrations were changed: ${changed.join(', ')}`)
  const released = prepareRelease(
    {
      changelog: read('CHANGELOG.md'),
      upgrading: read('docs/upgrading.md'),
      packageVersion: oldVersion,
      releases: readReleases(),
    },
    {
      version,
      date: new Date().toISOString().slice(0, 10),
      digests: Object.fromEntries(
        Object.keys(migrations).map((name) => [name, migrationDigest(name)]),
      ),
    },
  )
  writeFileSync(file('CHANGELOG.md'), released.changelog)
  writeFileSync(file('docs/upgrading.md'), released.upgrading)
  writeFileSync(releasesFile, `${JSON.stringify(released.releases, null, 2)}\n`)
  execFileSync('npm', ['version', version, '--no-git-tag-version'], { cwd: file('.') })
  console.log(`Next, with every test green:
  REQUIRE_SERVICES=1 npm test && npm run upgrade:test && npm run image:test && npm run audit
  git commit -am "Release ${version}" && git tag v${version}`)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
