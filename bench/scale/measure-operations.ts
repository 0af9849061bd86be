import { execFile } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { readConfig } from '#app/platform/config/config.ts'
import { connect, type Database } from '#app/platform/db/connect.ts'
import { migrate } from '#app/platform/db/migrate.ts'
import { lastMigration, rollBackMigration } from '#app/platform/db/roll-back-migration.ts'
import { firstResponse, start } from '#bench/peers/launch.ts'
import { npmStartOptions } from '#bench/visits/npm-start-options.ts'

const root = join(import.meta.dirname, '../..')

interface OperationFigures {
  title: string
  seconds: number
}

/** Times what operators do with a filled database: a start, a backup, and an upgrade from before the migration `oldest`. */
export async function measureOperations(
  env: Record<string, string>,
  { oldest }: { oldest: string },
): Promise<OperationFigures[]> {
  const started = await timed('start, until it is ready', () => startUntilReady(env))
  const backedUp = await timed('backup', () => backUp(env))
  const database = await connect(readConfig(env).databaseUrl, { statementTimeoutMs: 0 })
  const count = await rollBackTo(database, oldest)
  const migrated = await timed(`${count} migrations`, () => migrate(database))
  await database.close()
  return [started, backedUp, migrated]
}

/** @returns how many migrations were rolled back, `oldest` among them */
async function rollBackTo(database: Database, oldest: string): Promise<number> {
  for (let count = 0; ; count++) {
    const last = await lastMigration(database)
    if (!last || last.name < oldest) return count
    await rollBackMigration(database, last.name)
  }
}

async function startUntilReady(env: Record<string, string>): Promise<void> {
  const options = await npmStartOptions()
  const server = { file: join(root, 'dist/server/main.js'), cwd: root, env, options }
  const launch = { ...server, port: Number(env['PORT']), path: '/ready' }
  const child = start(launch)
  await firstResponse(launch, child)
  child.kill('SIGKILL')
}

async function backUp(env: Record<string, string>): Promise<void> {
  const folder = join(env['STORAGE_DIR'] ?? '', 'backups/bench')
  await rm(folder, { recursive: true, force: true })
  const cli = join(root, 'app/cli/main.ts')
  await promisify(execFile)(process.execPath, [cli, 'backup', folder], {
    env: { PATH: process.env['PATH'], ...env },
  })
  await rm(folder, { recursive: true })
}

async function timed(title: string, run: () => Promise<unknown>): Promise<OperationFigures> {
  const startedAt = performance.now()
  await run()
  return { title, seconds: (performance.now() - startedAt) / 1000 }
}
