import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'node:test'

const root = join(import.meta.dirname, '..')
const readJson = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8'))

interface LockedPackage {
  version?: string
  resolved?: string
  integrity?: string
  link?: boolean
  optional?: boolean
  hasInstallScript?: boolean
}

type LockedPackages = Record<string, LockedPackage>

/** Packages from other registries, without an integrity hash, or with an install script that is not allowed. */
function lockfileViolations(lock: LockedPackages, allowed: Record<string, boolean>): string[] {
  return Object.entries(lock)
    .filter(([path, { link }]) => path.includes('node_modules/') && !link)
    .flatMap(([path, { resolved, integrity, optional, hasInstallScript }]) => {
      const name = path.replace(/^.*node_modules\//, '')
      const isFromOtherRegistry = resolved && !resolved.startsWith('https://registry.npmjs.org/')
      return [
        ...(isFromOtherRegistry ? [`${name} comes from ${resolved}`] : []),
        // Packages for other platforms are listed by name and version only; see scripts/complete-lockfile.ts.
        ...(integrity || optional ? [] : [`${name} has no integrity hash`]),
        ...(hasInstallScript && !allowed[name] ? [`${name} runs an install script`] : []),
      ]
    })
}

/** Dependencies that are not one exact version. */
function unpinnedDependencies(path: string): string[] {
  const { dependencies = {}, devDependencies = {} } = readJson(path)
  return Object.entries({ ...dependencies, ...devDependencies })
    .filter(([name]) => !name.startsWith('@foyer/'))
    .filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(String(version)))
    .map(([name]) => `${path}: ${name}`)
}

test('no dependency runs an install script, comes from another registry or lacks an integrity hash (SUP-01)', () => {
  const { packages } = readJson('package-lock.json')

  assert.ok(Object.keys(packages).length > 200)
  assert.deepEqual(lockfileViolations(packages, readJson('package.json').allowScripts), [])
  assert.deepEqual(Object.keys(readJson('package.json').allowScripts), ['node'])
})

test('every dependency is pinned, and npm rejects versions younger than a week (SUP-01)', () => {
  assert.deepEqual(
    ['package.json', ...globSync('packages/*/package.json', { cwd: root })].flatMap(
      unpinnedDependencies,
    ),
    [],
  )
  assert.match(readFileSync(join(root, '.npmrc'), 'utf8'), /^save-exact=true$/m)
  assert.match(readFileSync(join(root, '.npmrc'), 'utf8'), /^min-release-age=7$/m)
})

test('the lock file check finds every kind of violation', () => {
  const integrity = 'sha512-x'
  const lock = {
    'node_modules/script': { integrity, hasInstallScript: true },
    'node_modules/a/node_modules/elsewhere': { integrity, resolved: 'https://evil.example/a.tgz' },
    'node_modules/git': { resolved: 'git+ssh://git@github.com/a/b.git#1', integrity },
    'node_modules/unseen': { version: '1.0.0' },
    'packages/a/node_modules/unseen': { version: '1.0.0' },
  }
  assert.equal(lockfileViolations(lock, { node: true }).length, 5)
})
