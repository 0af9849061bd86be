/** Tracks whether the bundles in `dist` are up to date, and replaces them. */
import { createHash } from 'node:crypto'
import { constants, globSync, statSync } from 'node:fs'
import { copyFile, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const dist = join(root, 'dist')
const stampFile = (bundle: BundleName) => join(dist, `${bundle}.stamp`)

const serverSources = [
  'app/**/*.ts',
  'packages/**/*.ts',
  'scripts/build-server.ts',
  'package.json',
  'package-lock.json',
]

/** The inputs of each bundle, and the folders it is written to. */
const bundles = {
  pages: {
    folders: ['browser', 'ssr'],
    sourceGlobs: [
      'web/**/*.*',
      'packages/**/*.{ts,tsx}',
      'app/*.ts',
      'app/languages/**/*.json',
      'testing/{architecture,translations}/*.ts',
      'scripts/{build,translations-vite-plugin}.ts',
      'vite.config.ts',
      'package-lock.json',
    ],
  },
  server: { folders: ['server'], sourceGlobs: serverSources },
  /** The server with password hashes that cost next to nothing. */
  'test-server': {
    folders: ['test-server'],
    sourceGlobs: [...serverSources, 'e2e/server-entry.ts', 'testing/cheap-password-hashes.ts'],
  },
}

export type BundleName = keyof typeof bundles

/** Names, sizes and times identify the sources within milliseconds. */
export function hashSources(bundle: BundleName, folder = root): string {
  const hash = createHash('sha256').update(process.version)
  const exclude = ['**/node_modules/**', '**/*.test.ts']
  const { sourceGlobs } = bundles[bundle]
  for (const path of globSync(sourceGlobs, { cwd: folder, exclude }).toSorted()) {
    const { mtimeMs, size } = statSync(join(folder, path))
    hash.update(`${path}\0${size}\0${mtimeMs}\n`)
  }
  return hash.digest('hex')
}

export async function isFresh(bundle: BundleName): Promise<boolean> {
  const stamp = await readFile(stampFile(bundle), 'utf8').catch(() => null)
  return stamp === hashSources(bundle)
}

/**
 * Calls `buildInto` to write the bundle's folders into a temporary folder, and moves them in place once complete. An
 * interrupted build leaves the old ones or none that count as fresh.
 */
export async function replaceBundle(
  bundle: BundleName,
  buildInto: (folder: string) => Promise<void>,
): Promise<void> {
  const stamp = hashSources(bundle)
  const tempDir = join(dist, `.making-${process.pid}`)
  try {
    await buildInto(tempDir)
    await rm(stampFile(bundle), { force: true })
    for (const name of bundles[bundle].folders) {
      await rm(join(dist, name), { recursive: true, force: true })
      await rename(join(tempDir, name), join(dist, name))
    }
    await writeFile(join(tempDir, 'stamp'), stamp)
    await rename(join(tempDir, 'stamp'), stampFile(bundle))
  } finally {
    await rm(tempDir, { recursive: true, force: true })
  }
}

/** Browsers with the previous version still request its files, until they have loaded the new one. */
export async function copyPreviousAssets(browser: string): Promise<void> {
  const manifest = await readFile(join(dist, 'browser', manifestFile), 'utf8').catch(() => '{}')
  const previous: Record<string, { file: string; css?: string[] }> = JSON.parse(manifest)
  const files = Object.values(previous).flatMap(({ file, css = [] }) => [file, ...css])
  for (const path of new Set(files.flatMap((file) => [file, `${file}.br`, `${file}.gz`]))) {
    const mode = constants.COPYFILE_EXCL
    await copyFile(join(dist, 'browser', path), join(browser, path), mode).catch(ignoreMissing)
  }
}

const manifestFile = '.vite/manifest.json'

/** Small files have no compressed copy, and files with an unchanged name exist already. */
function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT' && error.code !== 'EEXIST') throw error
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
