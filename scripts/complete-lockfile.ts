/**
 * Adds platform packages (`@x/y-darwin-arm64` …) that the registry lacks to package-lock.json. A mirror often has one
 * platform only, and `npm ci` rejects a lock without the others. Run it after every `npm install` that changed the lock.
 * Added entries have no integrity hash and are verified by version alone.
 * @see https://github.com/npm/cli/issues/9846
 */
import { readFile, writeFile } from 'node:fs/promises'

interface LockedPackage {
  version?: string
  dev?: boolean
  optional?: boolean
  os?: string[]
  cpu?: string[]
  optionalDependencies?: Record<string, string>
}

interface Lockfile {
  packages: Record<string, LockedPackage>
}

export function addPlatformPackages(lock: Lockfile): { lock: Lockfile; added: string[] } {
  const packages = { ...lock.packages }
  const added: string[] = []
  for (const [path, parent] of Object.entries(lock.packages)) {
    for (const [name, version] of Object.entries(parent.optionalDependencies ?? {})) {
      if (!isPlatformPackage(name) || isLocked(packages, path, name)) continue
      added.push(name)
      packages[`node_modules/${name}`] = platformEntry(name, version, parent.dev ?? false)
    }
  }
  return { lock: { ...lock, packages: sortByPath(packages) }, added }
}

const operatingSystems = [
  'aix',
  'android',
  'darwin',
  'freebsd',
  'linux',
  'netbsd',
  'openbsd',
  'openharmony',
  'sunos',
  'win32',
]

function isPlatformPackage(name: string): boolean {
  return (
    name.includes('wasm32') ||
    operatingSystems.some((system) => name.includes(`-${system}-`) || name.includes(`/${system}-`))
  )
}

function isLocked(packages: Lockfile['packages'], parent: string, name: string): boolean {
  return `node_modules/${name}` in packages || `${parent}/node_modules/${name}` in packages
}

function platformEntry(name: string, version: string, dev: boolean): LockedPackage {
  const found: LockedPackage = { version, ...(dev && { dev }), optional: true }
  if (name.includes('wasm32')) return { ...found, cpu: ['wasm32'] }
  const system = operatingSystems.find((each) => name.includes(`${each}-`)) ?? 'unknown'
  const [, cpu = 'unknown'] = new RegExp(`${system}-([a-z0-9]+)`).exec(name) ?? []
  return { ...found, cpu: [cpu], os: [system] }
}

function sortByPath(packages: Lockfile['packages']): Lockfile['packages'] {
  return Object.fromEntries(
    Object.entries(packages).toSorted(([a], [b]) => a.localeCompare(b, 'en')),
  )
}

if (import.meta.main) {
  const { lock, added } = addPlatformPackages(
    JSON.parse(await readFile('package-lock.json', 'utf8')),
  )
  await writeFile('package-lock.json', `${JSON.stringify(lock, null, 2)}\n`)
  console.log(`${added.length} platform packages added to package-lock.json`)
}
