/**
 * `npm run upgrade:test`: the last released version and this one on one database under load, while this one migrates it. Prints
 * what was acknowledged, lost and refused. Uses PostgreSQL too when TEST_POSTGRES_URL is set.
 */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { readReleases } from '#app/platform/db/releases.ts'
import { freePort } from '#testing/free-port.ts'
import { logsAreWhole, lostWrites, signInEach, writeAccounts } from '#testing/load-accounts.ts'
import { startLoadBalancer } from '#testing/load-balancer.ts'
import { LoadGenerator } from '#testing/load-generator.ts'
import { createEmptyDatabase } from '#testing/test-database.ts'

import { build } from './build.ts'

const current = join(import.meta.dirname, '..')
const cleanups: (() => unknown)[] = []
const owner = { after: (cleanup: () => unknown) => void cleanups.unshift(cleanup) }

try {
  await build(['pages', 'server'])
  const [version, old] = checkOutLastRelease()
  let failed = false
  for (const dialect of process.env['TEST_POSTGRES_URL'] ? ['SQLite', 'PostgreSQL'] : ['SQLite'])
    failed = !(await runBoth(dialect, version, old)) || failed
  process.exitCode = failed ? 1 : 0
} finally {
  for (const cleanup of cleanups) await cleanup()
}

/** Installs and builds it in a folder of its own. */
function checkOutLastRelease(): [version: string, folder: string] {
  const [version = '', { commit = `v${version}` } = {}] =
    Object.entries(readReleases()).at(-1) ?? []
  const folder = temporaryFolder()
  const run = (program: string, ...args: string[]) =>
    execFileSync(program, args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
  console.log(`Installing and building version ${version} (${commit}) …`)
  execFileSync(
    'sh',
    [
      '-ec',
      'git archive -o "$1/release.tar" "$0"; tar xf "$1/release.tar" -C "$1"',
      commit,
      folder,
    ],
    { cwd: current },
  )
  run('npm', 'ci', '--ignore-scripts', '--no-audit', '--no-fund')
  run(process.execPath, 'scripts/build.ts')
  return [version, folder]
}

async function runBoth(dialect: string, version: string, old: string): Promise<boolean> {
  const storage = temporaryFolder()
  const balancer = await startLoadBalancer(owner)
  const settings = {
    STORAGE_DIR: storage,
    DATABASE_URL:
      dialect === 'SQLite'
        ? `sqlite:${join(storage, 'foyer.sqlite')}`
        : await createEmptyDatabase(owner),
    APP_URL: balancer.origin,
    APP_ENV: 'staging',
    TRUST_PROXY: '127.0.0.1',
    NEW_DEVICE_CODE: '0',
    LOG_LEVEL: 'error',
  }
  const oldServer = await startServer(old, settings)
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
  const newServer = await startServer(current, settings)
  const startSeconds = (performance.now() - startedAt) / 1000
  balancer.backendPorts.push(newServer.port)
  await sleep(6000)
  await oldServer.stop()
  balancer.backendPorts.shift()
  await sleep(2000)
  const report = await load.stop()
  const lost = await lostWrites(settings, report.acknowledged)
  const isWhole = await logsAreWhole(settings)
  await newServer.stop()

  const { requests, acknowledged, errors, hanging, leaks, slowestMs } = report
  console.log(
    `${dialect}: ${version} beside this version, which migrated and listened in ${startSeconds.toFixed(1)} s. ` +
      `${requests} requests, ${acknowledged.length} changes acknowledged, ${lost.length} lost, errors ${JSON.stringify(errors)}, ` +
      `slowest ${Math.round(slowestMs)} ms, event logs ${isWhole ? 'whole' : 'BROKEN'}`,
  )
  const isHealthy = Object.keys(errors).length === 0 && hanging === 0 && leaks.length === 0
  return isHealthy && lost.length === 0 && acknowledged.length > 0 && isWhole
}

async function startServer(folder: string, settings: Record<string, string>) {
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

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-versions-'))
  owner.after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
