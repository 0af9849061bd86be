import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { readReleases } from '#app/platform/db/releases.ts'
import { freePort } from '#testing/free-port.ts'
import { areLogsIntact, lostWrites, signInEach, writeAccounts } from '#testing/load-accounts.ts'
import { startLoadBalancer } from '#testing/load-balancer.ts'
import { LoadGenerator, type LoadReport } from '#testing/load-generator.ts'

const current = join(import.meta.dirname, '..')

interface Owner {
  after(end: () => void | Promise<void>): void
}

/** A release in a folder of its own, installed and built. */
export interface Release {
  version: string
  folder: string
}

export interface SideBySideReport extends LoadReport {
  /** Time from the start of the new version until it had migrated the database and was ready. */
  startSeconds: number
  /** Time until everybody had a change confirmed once the old version had stopped; null when that took too long. */
  healedAfterSeconds: number | null
  lost: string[]
  areLogsIntact: boolean
}

const [lastVersion = '', { commit: lastCommit = `v${lastVersion}` } = {}] =
  Object.entries(readReleases()).at(-1) ?? []

/** Null where the sources of the last release are at hand, otherwise what is missing. */
export function lastReleaseMissing(): string | null {
  const options = { cwd: current, stdio: 'ignore' } as const
  const { status } = spawnSync('git', ['cat-file', '-e', `${lastCommit}^{commit}`], options)
  return status === 0 ? null : 'the git history lacks the last release'
}

export function checkOutLastRelease(owner: Owner): Release {
  const folder = temporaryFolder(owner)
  const run = (program: string, ...args: string[]) =>
    execFileSync(program, args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
  console.error(`Installing and building version ${lastVersion} (${lastCommit}) …`)
  const script = 'git archive -o "$1/release.tar" "$0"; tar xf "$1/release.tar" -C "$1"'
  execFileSync('sh', ['-ec', script, lastCommit, folder], { cwd: current })
  run('npm', 'ci', '--ignore-scripts', '--no-audit', '--no-fund')
  run(process.execPath, 'scripts/build.ts')
  return { version: lastVersion, folder }
}

/** Runs the old and the new version on one database under load, while the new one migrates it. */
export async function runSideBySide(
  owner: Owner,
  { folder: old }: Release,
  databaseUrl?: string,
): Promise<SideBySideReport> {
  const storage = temporaryFolder(owner)
  const balancer = await startLoadBalancer(owner)
  const settings = {
    STORAGE_DIR: storage,
    DATABASE_URL: databaseUrl ?? `sqlite:${join(storage, 'foyer.sqlite')}`,
    APP_URL: balancer.origin,
    APP_ENV: 'staging',
    TRUST_PROXY: '127.0.0.1',
    NEW_DEVICE_CODE: '0',
    LOG_LEVEL: 'error',
  }
  const oldServer = await startServer(owner, old, settings)
  balancer.backendPorts.push(oldServer.port)
  const { file, emails } = await writeAccounts(storage, 8)
  execFileSync(process.execPath, ['app/cli/main.ts', 'import', file, '--yes'], {
    cwd: old,
    env: { ...process.env, ...settings },
    stdio: 'ignore',
  })

  const load = new LoadGenerator(await signInEach(balancer.origin, emails))
  await sleep(2000)
  const startedAt = performance.now()
  const newServer = await startServer(owner, current, settings)
  const startSeconds = (performance.now() - startedAt) / 1000
  balancer.backendPorts.push(newServer.port)
  await sleep(6000)
  const stopped = oldServer.stop()
  await becomesUnready(oldServer.port)
  balancer.backendPorts.shift()
  await stopped
  const healedAfterSeconds = await load.healed()
  await sleep(2000)
  const report = await load.stop()
  const lost = await lostWrites(settings, report.acknowledged)
  const isWhole = await areLogsIntact(settings)
  await newServer.stop()
  return { ...report, startSeconds, healedAfterSeconds, lost, areLogsIntact: isWhole }
}

async function startServer(owner: Owner, folder: string, settings: Record<string, string>) {
  const port = await freePort()
  const child = spawn(process.execPath, ['dist/server/main.js'], {
    cwd: folder,
    env: { ...process.env, ...settings, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const exit = once(child, 'exit')
  const stop = async () => {
    child.kill('SIGTERM')
    await exit
  }
  owner.after(stop)
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${port}/ready`).catch(() => null)
    if (answer?.status === 200) return { port, stop }
    if (child.exitCode !== null) throw new Error(`The server in ${folder} did not start.`)
    await sleep(50)
  }
}

/** A balancer then takes the server out; it listens for half a second longer. */
async function becomesUnready(port: number): Promise<void> {
  const isReady = () =>
    fetch(`http://127.0.0.1:${port}/ready`).then(
      ({ status }) => status === 200,
      () => false,
    )
  while (await isReady()) await sleep(20)
}

function temporaryFolder(owner: Owner): string {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-versions-'))
  owner.after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
