import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { freePort } from '#testing/free-port.ts'
import { copyClient } from '#testing/http-client.ts'
import {
  areLogsIntact,
  lostWrites,
  type ServerSettings,
  signInAccounts,
} from '#testing/load-accounts.ts'
import { type LoadAccount, LoadGenerator, type LoadReport } from '#testing/load-generator.ts'
import { PostgresServer, postgresServerMissing } from '#testing/postgres-server.ts'
import { spawnServer } from '#testing/spawn-server.ts'

import type { Dialect, Fault, LoadFault, Result, TestedFault, TestEnvironment } from './fault.ts'

const people = 6

export async function injectFault(fault: Fault, dialect: Dialect): Promise<Result> {
  const empty: Result = {
    fault,
    dialect,
    skipped: reasonToSkip(fault, dialect),
    requests: 0,
    acknowledged: 0,
    lost: 0,
    errors: {},
    slowestMs: 0,
    healedAfterSeconds: null,
    problems: [],
  }
  if (empty.skipped) return empty
  try {
    if ('run' in fault) return { ...empty, ...(await fault.run(dialect)) }
    if ('test' in fault) return { ...empty, problems: await runTest(fault, dialect) }
    return { ...empty, ...(await runUnderLoad(fault, dialect)) }
  } catch (error) {
    return { ...empty, problems: [error instanceof Error ? error.message : String(error)] }
  }
}

function reasonToSkip(fault: Fault, dialect: Dialect): string | null {
  const missing = fault.missing?.() ?? null
  return missing ?? (dialect === 'postgres' ? postgresServerMissing : null)
}

/** @returns what went wrong */
async function runTest({ test }: TestedFault, dialect: Dialect): Promise<string[]> {
  const ends: (() => Promise<void>)[] = []
  const owner = { after: (end: () => Promise<void>) => void ends.push(end) }
  const postgres =
    dialect === 'postgres' ? await (await PostgresServer.create(owner)).start() : null
  try {
    return problemsOfTest(test, { TEST_DATABASE: dialect, TEST_POSTGRES_URL: postgres?.url() })
  } finally {
    for (const end of ends) await end()
  }
}

function problemsOfTest({ file, name }: TestedFault['test'], env: NodeJS.ProcessEnv): string[] {
  const args = ['--test', '--test-force-exit', `--test-name-pattern=${name}`, file]
  const { stdout, error } = spawnSync(process.execPath, args, {
    encoding: 'utf8',
    timeout: 120_000,
    env: { ...process.env, ...env },
  })
  if (error) return [`${file}: ${error.message}`]
  const count = (kind: string) =>
    Number(new RegExp(`^. ${kind} (\\d+)`, 'm').exec(stdout)?.[1] ?? 0)
  if (count('fail') > 0) return [`${file} failed`]
  return count('pass') === 0 ? [`${file} has no test named ${name}`] : []
}

async function runUnderLoad(fault: LoadFault, dialect: Dialect): Promise<Partial<Result>> {
  const ends: (() => void | Promise<void>)[] = []
  try {
    const environment = await startEnvironment(fault, dialect, (end) => void ends.unshift(end))
    if ((await environment.load.healed()) === null) throw new Error('The load does not start.')
    const since = (await fault.inject(environment)) ?? performance.now()
    const healedAfterSeconds = await environment.load.healed(since)
    await fault.verify?.(environment)
    return await checkResult(environment, await environment.load.stop(), {
      healedAfterSeconds,
      allowedErrors: fault.allowedErrors,
    })
  } finally {
    for (const end of ends) await end()
  }
}

async function startEnvironment(
  fault: LoadFault,
  dialect: Dialect,
  after: TestEnvironment['after'],
): Promise<TestEnvironment> {
  const storage = await mkdtemp(join(tmpdir(), 'foyer-fault-'))
  after(() => rm(storage, { recursive: true, force: true }))
  const postgres =
    dialect === 'postgres' ? await (await PostgresServer.create({ after })).start() : null
  const port = await freePort()
  const settings = {
    STORAGE_DIR: storage,
    DATABASE_URL: postgres ? postgres.url() : `sqlite:${join(storage, 'foyer.sqlite')}`,
    PORT: String(port),
    TRUST_PROXY: '127.0.0.1',
    LOG_LEVEL: 'fatal',
    NODE_ENV: 'production',
    ...fault.variables,
    ...(await fault.prepare?.({ after, dialect })),
  }
  const { maxOpenFiles = 10_000, isPidOne = false } = fault
  const start = () => spawnServer({ after }, settings, { maxOpenFiles, isPidOne })
  let server = await start()
  if (!server.origin) throw new Error(`The server does not start: ${server.output()}`)
  const { origin } = server
  const origins = [origin]
  if (fault.servers === 2) origins.push(await startSecondServer(settings, after))
  const accounts = spreadOver(origins, await signInAccounts(origin, settings, people))
  const load = new LoadGenerator(accounts)
  after(async () => void (await load.stop()))
  return {
    dialect,
    origin,
    origins,
    settings,
    load,
    accounts,
    postgres,
    server: () => server,
    async restart() {
      await server.waitForExit()
      server = await start()
    },
    after,
  }
}

async function startSecondServer(
  settings: ServerSettings,
  after: TestEnvironment['after'],
): Promise<string> {
  const { origin, output } = await spawnServer(
    { after },
    { ...settings, PORT: String(await freePort()) },
  )
  if (!origin) throw new Error(`The second server does not start: ${output()}`)
  return origin
}

/** Spreads the same sessions over the servers, in turn. */
function spreadOver(origins: string[], accounts: LoadAccount[]): LoadAccount[] {
  return accounts.map(({ client, email }, index) => ({
    email,
    client: copyClient(client, origins[index % origins.length]),
  }))
}

interface CheckOptions {
  healedAfterSeconds: number | null
  allowedErrors: string[] | undefined
}

async function checkResult(
  { settings, server }: TestEnvironment,
  report: LoadReport,
  { healedAfterSeconds, allowedErrors }: CheckOptions,
): Promise<Partial<Result>> {
  const kinds = Object.keys(report.errors)
  const otherErrors = kinds.filter((kind) => allowedErrors && !allowedErrors.includes(kind))
  const lost = await lostWrites(settings, report.acknowledged)
  const problems = [
    healedAfterSeconds === null && 'did not heal within 30 s',
    lost.length > 0 && `lost ${lost.slice(0, 3).join(', ')}`,
    otherErrors.length > 0 && `requests got ${otherErrors.join(', ')}`,
    report.hanging > 0 && `${report.hanging} requests hung`,
    report.leaks.length > 0 && `showed ${report.leaks[0]}`,
    !(await areLogsIntact(settings)) && 'an event log has gaps',
    server().child.exitCode !== null && 'the server has exited',
  ].filter((problem) => problem !== false)
  return {
    requests: report.requests,
    acknowledged: report.acknowledged.length,
    lost: lost.length,
    errors: report.errors,
    slowestMs: report.slowestMs,
    healedAfterSeconds,
    problems,
  }
}
