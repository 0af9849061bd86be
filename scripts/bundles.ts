/** The bundles in `dist`: whether they are those of the sources, and how new ones take their place. */
import { createHash } from 'node:crypto'
import { constants, globSync, statSync } from 'node:fs'
import { copyFile, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const dist = join(root, 'dist')
const stampFile = join(dist, 'stamp')

/** Everything a bundle can be made of. Names, sizes and times are enough, and take a few milliseconds. */
const sources = [
  'web/**/*.*',
  'packages/**/*.{ts,tsx}',
  'app/*.ts',
  'app/languages/**/*.json',
  'testing/{architecture,sentences}/*.ts',
  'scripts/{build,sentences-of-files}.ts',
  'vite.config.ts',
  'package-lock.json',
]

export function stampOfSources(folder = root): string {
  const hash = createHash('sha256').update(process.version)
  const exclude = ['**/node_modules/**', '**/*.test.ts']
  for (const path of globSync(sources, { cwd: folder, exclude }).toSorted()) {
    const { mtimeMs, size } = statSync(join(folder, path))
    hash.update(`${path}\0${size}\0${mtimeMs}\n`)
  }
  return hash.digest('hex')
}

export async function areFresh(): Promise<boolean> {
  const stamp = await readFile(stampFile, 'utf8').catch(() => null)
  return stamp === stampOfSources()
}

/**
 * Makes both bundles aside and puts them in place when they are whole: an interrupted build leaves the old ones, or
 * none that count.
 *
 * @param make  fills the folder it is given with `browser/` and `ssr/`
 */
export async function replaceBundles(make: (folder: string) => Promise<void>): Promise<void> {
  const stamp = stampOfSources()
  const aside = join(dist, `.making-${process.pid}`)
  try {
    await make(aside)
    await keepLastGeneration(join(aside, 'browser'))
    await rm(stampFile, { force: true })
    for (const name of ['browser', 'ssr']) {
      await rm(join(dist, name), { recursive: true, force: true })
      await rename(join(aside, name), join(dist, name))
    }
    await writeFile(join(aside, 'stamp'), stamp)
    await rename(join(aside, 'stamp'), stampFile)
  } finally {
    await rm(aside, { recursive: true, force: true })
  }
}

/** Browsers that hold the last version still ask for its files, until they have loaded the new one. */
async function keepLastGeneration(browser: string): Promise<void> {
  const manifest = await readFile(join(dist, 'browser', manifestFile), 'utf8').catch(() => '{}')
  const last: Record<string, { file: string; css?: string[] }> = JSON.parse(manifest)
  const files = Object.values(last).flatMap(({ file, css = [] }) => [file, ...css])
  for (const path of new Set(files.flatMap((file) => [file, `${file}.br`, `${file}.gz`]))) {
    const mode = constants.COPYFILE_EXCL
    await copyFile(join(dist, 'browser', path), join(browser, path), mode).catch(ignoreMissing)
  }
}

const manifestFile = '.vite/manifest.json'

/** There is no compressed copy of a small file, and one whose name has not changed is there already. */
function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT' && error.code !== 'EEXIST') throw error
}

/** What an earlier build left behind when it was ended. */
export async function clearLeftovers(): Promise<void> {
  await mkdir(dist, { recursive: true })
  for (const path of globSync('.making-*', { cwd: dist })) {
    const pid = Number(path.slice('.making-'.length))
    if (!isRunning(pid)) await rm(join(dist, path), { recursive: true, force: true })
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
