import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { sql } from 'kysely'

import { connect as connectDatabase } from '#app/platform/db/connect.ts'
import { migrate } from '#app/platform/db/migrate.ts'
import { type MigrationStep, migrations } from '#app/platform/db/migrations.ts'
import { runCliCommand } from '#testing/cli.ts'
import { freePort } from '#testing/free-port.ts'
import { areLogsIntact, lostWrites } from '#testing/load-accounts.ts'
import { spawnServer } from '#testing/spawn-server.ts'

import type { LoadFault, TestEnvironment } from './fault.ts'
import { hasProgram } from './machine.ts'
import { childrenOf } from './process-tree.ts'

/** Starts servers at once on the database of the environment. */
async function startMore(environment: TestEnvironment, count: number): Promise<void> {
  const { settings, after } = environment
  const servers = await Promise.all(
    Array.from({ length: count }, async () =>
      spawnServer({ after }, { ...settings, PORT: String(await freePort()) }),
    ),
  )
  const failed = servers.find(({ origin }) => origin === '')
  if (failed) throw new Error(`Another server does not start: ${failed.output()}`)
  await sleep(3000)
  for (const { child } of servers) child.kill('SIGKILL')
}

const fourMore: LoadFault = {
  id: 'F19',
  title: 'four more servers start at once on the same database, and are killed',
  inject: (environment) => startMore(environment, 4),
}

const killedInTurn: LoadFault = {
  id: 'F33',
  title: 'kill -9 of each of three workers in turn',
  variables: { WORKERS: '3' },
  async inject({ server, load }) {
    const primary = Number(server().child.pid)
    for (const worker of childrenOf(primary)) {
      process.kill(worker, 'SIGKILL')
      await sleep(500)
      if ((await load.healed()) === null) throw new Error('The load did not go on.')
    }
  },
}

const openFiles: LoadFault = {
  id: 'F25',
  title: '300 connections with a limit of 160 open files, for 3 s',
  maxOpenFiles: 160,
  async inject({ origin }) {
    const port = Number(new URL(origin).port)
    const sockets = Array.from({ length: 300 }, () =>
      connect(port, '127.0.0.1').on('error', () => {}),
    )
    await sleep(3000)
    sockets.forEach((socket) => socket.destroy())
  },
}

const backup: LoadFault = {
  id: 'F27',
  title: 'backup during writes',
  on: 'sqlite',
  async inject({ settings, load, after }) {
    const folder = await mkdtemp(join(tmpdir(), 'foyer-backup-'))
    after(() => rm(folder, { recursive: true }))
    const before = load.confirmedNames
    const clock = { now: () => Date.now() }
    const copy = join(folder, 'copy')
    const { status, err } = await runCliCommand(['backup', copy], { variables: settings, clock })
    if (status !== 0) throw new Error(`The backup failed: ${err}`)
    const DATABASE_URL = `sqlite:${join(copy, 'foyer.sqlite')}`
    const missing = await lostWrites({ ...settings, DATABASE_URL }, before)
    if (missing.length > 0) throw new Error(`The backup lacks ${missing[0]}`)
  },
}

const postgresBackup: LoadFault = {
  id: 'F27',
  title: 'backup during writes, restored into another database',
  on: 'postgres',
  missing: () => (hasProgram('pg_restore') ? null : 'pg_restore is not installed'),
  async inject({ settings, load, after, postgres }) {
    const folder = await mkdtemp(join(tmpdir(), 'foyer-backup-'))
    after(() => rm(folder, { recursive: true }))
    const before = load.confirmedNames
    const clock = { now: () => Date.now() }
    const copy = join(folder, 'copy')
    const { status, err } = await runCliCommand(['backup', copy], { variables: settings, clock })
    if (status !== 0) throw new Error(`The backup failed: ${err}`)
    const backupMadeAt = performance.now()
    const { db, close } = await connectDatabase(settings.DATABASE_URL)
    await sql`create database restored`.execute(db).finally(close)
    const DATABASE_URL = postgres?.url('restored') ?? ''
    execFileSync('pg_restore', ['--no-owner', '-d', DATABASE_URL, join(copy, 'foyer.dump')])
    const restored = { ...settings, DATABASE_URL }
    const missing = await lostWrites(restored, before)
    if (missing.length > 0) throw new Error(`The backup lacks ${missing[0]}`)
    if (!(await areLogsIntact(restored))) throw new Error('An event log of the backup has gaps')
    return backupMadeAt
  },
}

/** A migration whose first step is slow enough that requests meet it. */
const brokenMigration: LoadFault = {
  id: 'F18',
  title: 'a migration fails at its second step, and runs once it is mended',
  async inject({ settings, load }) {
    const database = await connectDatabase(settings.DATABASE_URL)
    const { db } = database
    const firstStep: MigrationStep = async (tx) => {
      await sql`create table half_way as select * from events`.execute(tx)
      await sql`create index half_way_index on half_way (data)`.execute(tx)
    }
    const broken: MigrationStep = async (tx) => {
      await firstStep(tx)
      await sql`insert into no_such_table values (1)`.execute(tx)
    }
    const isThere = () =>
      sql`select 1 from half_way`.execute(db).then(
        () => true,
        () => false,
      )
    try {
      for (let round = 0; round < 5; round++) {
        const error = await migrate(database, { ...migrations, '999-broken': { up: broken } }).then(
          () => null,
          String,
        )
        if (!error?.includes('no_such_table')) throw new Error(`The migration said ${error}`)
        if (await isThere()) throw new Error('Half of the migration stayed.')
        if ((await load.healed()) === null) throw new Error('The load did not go on.')
      }
      await migrate(database, { ...migrations, '999-broken': { up: firstStep } })
      if (!(await isThere())) throw new Error('The mended migration did not run.')
    } finally {
      await database.close()
    }
  },
}

export const instanceFaults: LoadFault[] = [
  fourMore,
  openFiles,
  backup,
  postgresBackup,
  brokenMigration,
  killedInTurn,
]
