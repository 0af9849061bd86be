/** Tracks whether the bundles in `dist` are up to date, and replaces them. */
import { createHash } from 'node:crypto'
import { globSync, readdirSync, statSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { installBuild } from './install-build.ts'

const root = join(import.meta.dirname, '..')
const dist = join(root, 'dist')
const stampFile = (bundle: BundleName) => join(dist, `${bundle}.stamp`)

const serverSources = [
  /^(?:app|packages)\/.+\.ts$/,
  /^scripts\/build-server\.ts$/,
  /^package(?:-lock)?\.json$/,
]

/** The inputs of each bundle, and the folders it is written to. */
const bundles = {
  pages: {
    folders: ['browser', 'ssr'],
    sources: [
      /^web\/.+\.\w+$/,
      /^packages\/.+\.tsx?$/,
      /^app\/[^/]+\.ts$/,
      /^app\/.+\/(?:[\w-]+-)?(?:event-titles|events|limits|notification-types|pages|route-table)\.ts$/,
      /^app\/platform\/(?:lib\/durations|rate-limit\/rate)\.ts$/,
      /^app\/languages\/.+\.json$/,
      /^testing\/(?:architecture|translations)\/[^/]+\.ts$/,
      /^scripts\/(?:build|build-server|translations-vite-plugin)\.ts$/,
      /^(?:vite\.config\.ts|package-lock\.json)$/,
    ],
  },
  server: { folders: ['server'], sources: serverSources },
  /** The server with password hashes that cost next to nothing. */
  'test-server': {
    folders: ['test-server'],
    sources: [...serverSources, /^(?:e2e\/server-entry|testing\/cheap-password-hashes)\.ts$/],
  },
}

export type BundleName = keyof typeof bundles

/** Names, sizes and times identify the sources within milliseconds. */
export function hashSources(bundle: BundleName, folder = root): string {
  const hash = createHash('sha256').update(process.version)
  for (const path of sourcesOf(bundle, folder)) {
    const { mtimeMs, size } = statSync(join(folder, path))
    hash.update(`${path}\0${size}\0${mtimeMs}\n`)
  }
  return hash.digest('hex')
}

const sourceFolders = new Set(['app', 'e2e', 'packages', 'scripts', 'testing', 'web'])

/** Lists folders whole: `globSync` took a tenth of the start. */
function sourcesOf(bundle: BundleName, folder: string): string[] {
  const { sources } = bundles[bundle]
  return readdirSync(folder)
    .flatMap((name) =>
      sourceFolders.has(name)
        ? readdirSync(join(folder, name), { encoding: 'utf8', recursive: true }).map(
            (path) => `${name}/${path}`,
          )
        : name,
    )
    .filter((path) => sources.some((pattern) => pattern.test(path)) && !ignored.test(path))
    .toSorted()
}

const ignored = /\/node_modules\/|\.test\.ts$/

export async function isFresh(bundle: BundleName): Promise<boolean> {
  const stamp = await readFile(stampFile(bundle), 'utf8').catch(() => null)
  return stamp === hashSources(bundle)
}

export type Builders = Record<BundleName, (folder: string) => Promise<void>>

/**
 * Builds the bundles into a temporary folder, and moves their folders in place once all are complete, so that pages and server are of
 * one version. An interrupted build leaves the old ones or none that count as fresh.
 */
export async function replaceBundles(
  names: readonly BundleName[],
  builders: Builders,
): Promise<void> {
  const stamps = new Map(names.map((name) => [name, hashSources(name)]))
  const tempDir = join(dist, `.making-${process.pid}`)
  try {
    for (const name of names) await builders[name](tempDir)
    for (const name of names) await rm(stampFile(name), { force: true })
    for (const folder of names.flatMap((name) => bundles[name].folders))
      await installBuild(join(tempDir, folder), join(dist, folder))
    for (const [name, stamp] of stamps) {
      await writeFile(join(tempDir, 'stamp'), stamp)
      await rename(join(tempDir, 'stamp'), stampFile(name))
    }
  } finally {
    await rm(tempDir, { recursive: true, force: true })
  }
}

export async function removeStaleTempDirs(): Promise<void> {
  await mkdir(dist, { recursive: true })
  for (const path of globSync('.making-*', { cwd: dist })) {
    const pid = Number(path.slice('.making-'.length))
    if (!isProcessRunning(pid)) await rm(join(dist, path), { recursive: true, force: true })
  }
}

function isProcessRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
