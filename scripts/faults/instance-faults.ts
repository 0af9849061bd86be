import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { runCliCommand } from '#testing/cli.ts'
import { lostWrites } from '#testing/load-accounts.ts'
import { freePort } from '#testing/load-balancer.ts'
import { spawnServer } from '#testing/spawn-server.ts'

import type { LoadFault, TestEnvironment } from './fault.ts'

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

const secondSignal: LoadFault = {
  id: 'F22',
  title: 'SIGTERM twice',
  async inject({ server, restart }) {
    server().child.kill('SIGTERM')
    // Signals within a second count as one.
    await sleep(1200)
    server().child.kill('SIGTERM')
    const stoppedAt = performance.now()
    await restart()
    return stoppedAt
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

export const instanceFaults: LoadFault[] = [fourMore, secondSignal, openFiles, backup, killedInTurn]

function childrenOf(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()
  return children.split(' ').filter(Boolean).map(Number)
}
