import { createHash } from 'node:crypto'
import { globSync } from 'node:fs'
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { runCommand } from '#scripts/run-command.ts'

export type FrameworkName = 'adonis' | 'next'

/** Values that the build reads, too; each server gets its own. */
const buildEnv = {
  NEXT_TELEMETRY_DISABLED: '1',
  BETTER_AUTH_URL: 'http://localhost',
  BETTER_AUTH_SECRET: 'only for the build, never for a session',
}

/** Copies a peer beside the shared page parts, installs its packages and builds it, unless that is done. @returns its folder */
export async function installFramework(name: FrameworkName): Promise<string> {
  const source = join(import.meta.dirname, name)
  const page = join(import.meta.dirname, 'page')
  const folder = join(import.meta.dirname, '.cache', name)
  const digest = await digestOf([source, page])
  const stamp = join(folder, 'stamp')
  if ((await readFile(stamp, 'utf8').catch(() => '')) === digest) return folder

  console.log(`Installing and building ${name} …`)
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  await cp(source, folder, { recursive: true })
  await cp(page, join(folder, 'page'), { recursive: true })
  await npm(folder, 'ci', '--ignore-scripts')
  await npm(folder, 'run', 'build')
  await writeFile(stamp, digest)
  return folder
}

/** Creates the account that is signed in. */
export async function prepareData(folder: string, env: Record<string, string>): Promise<void> {
  await npm(folder, 'run', 'prepare-data', { ...env, NODE_ENV: 'production' })
}

async function npm(folder: string, ...rest: (string | Record<string, string>)[]): Promise<void> {
  const args = rest.filter((each) => typeof each === 'string')
  const extraEnv = Object.assign({}, ...rest.filter((each) => typeof each !== 'string'))
  const env = { ...process.env, ...buildEnv, ...extraEnv }
  const { status, output } = await runCommand('npm', ['--prefix', folder, ...args], env)
  if (status !== 0) throw new Error(`npm ${args.join(' ')} in ${folder}:\n${output}`)
}

async function digestOf(folders: string[]): Promise<string> {
  const hash = createHash('sha256').update(process.version)
  for (const folder of folders)
    for (const entry of globSync('**/*', { cwd: folder, withFileTypes: true }).toSorted(byPath))
      if (entry.isFile()) hash.update(await readFile(join(entry.parentPath, entry.name)))
  return hash.digest('hex')
}

function byPath(a: { parentPath: string; name: string }, b: { parentPath: string; name: string }) {
  return join(a.parentPath, a.name) < join(b.parentPath, b.name) ? -1 : 1
}
