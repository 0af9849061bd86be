import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

import { Client } from 'pg'

import { failOver } from './fail-over.ts'
import type { LoadFault, TestEnvironment } from './fault.ts'
import { isRoot } from './machine.ts'

const killedBackend: LoadFault = {
  id: 'F02',
  title: 'kill -9 of a PostgreSQL process',
  on: 'postgres',
  isShort: true,
  async inject({ postgres }) {
    const victim = postgres?.pids().find((pid) => commandOf(pid).includes('127.0.0.1('))
    if (!victim) throw new Error('No connection to kill')
    process.kill(victim, 'SIGKILL')
  },
}

const crashedPostgres: LoadFault = {
  id: 'F02',
  title: 'PostgreSQL stopped at once, and started',
  on: 'postgres',
  async inject({ postgres }) {
    await postgres?.stop()
    await postgres?.start()
  },
}

const terminatedBackends: LoadFault = {
  id: 'F02',
  title: 'all connections terminated, five times',
  on: 'postgres',
  async inject(environment) {
    for (let round = 0; round < 5; round++) {
      await query(
        environment,
        `select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'foyer'`,
      )
      await sleep(300)
    }
  },
}

const postgresDown: LoadFault = {
  id: 'F09',
  title: 'PostgreSQL down for 3 s',
  on: 'postgres',
  isShort: true,
  async inject({ postgres, origin }) {
    await postgres?.stop()
    await sleep(3000)
    const statusOf = async (path: string) => (await fetch(`${origin}${path}`)).status
    const statuses = [await statusOf('/up'), await statusOf('/ready')]
    if (statuses.join() !== '200,503') throw new Error(`/up and /ready answered ${statuses.join()}`)
    await postgres?.start()
  },
}

function frozenPostgres(seconds: number, isShort: boolean): LoadFault {
  return {
    id: 'F10',
    title: `PostgreSQL frozen for ${seconds} s`,
    on: 'postgres',
    isShort,
    async inject({ postgres }) {
      postgres?.signal('SIGSTOP')
      await sleep(seconds * 1000)
      postgres?.signal('SIGCONT')
    },
  }
}

const droppedPackets: LoadFault = {
  id: 'F10',
  title: 'packets to PostgreSQL dropped for 10 s',
  on: 'postgres',
  missing: () => (mayFilter() ? null : 'dropping packets needs root and iptables'),
  async inject({ postgres, after }) {
    let isDropping = true
    const rule = ['INPUT', '-i', 'lo', '-p', 'tcp', '--dport', String(postgres?.port), '-j', 'DROP']
    const stop = () => {
      if (isDropping) iptables('-D', ...rule)
      isDropping = false
    }
    after(stop)
    iptables('-I', ...rule)
    await sleep(10_000)
    stop()
  },
}

const serializable: LoadFault = {
  id: 'F11',
  title: 'conflicts, 100 times: transactions serializable, and rows locked the other way round',
  on: 'postgres',
  async inject(environment) {
    await query(environment, `alter system set default_transaction_isolation = 'serializable'`)
    await query(environment, 'select pg_reload_conf()')
    for (let round = 0; round < 100; round++) {
      await query(
        environment,
        'begin; select id from users order by id desc for update; select pg_sleep(0.1); update users set name = name; commit',
      ).catch((error: unknown) => {
        if (!isConflict(error)) throw error
      })
      await sleep(100)
    }
  },
}

const lostNotifications: LoadFault = {
  id: 'F32',
  title: 'the connections that LISTEN terminated',
  on: 'postgres',
  async inject(environment) {
    await query(
      environment,
      `select pg_terminate_backend(pid) from pg_stat_activity
      where application_name like 'foyer\\_%'`,
    )
    const deadline = performance.now() + 10_000
    while (!(await (await fetch(`${environment.origin}/ready`)).json()).channels) {
      if (performance.now() > deadline) throw new Error('The channels did not recover.')
      await sleep(50)
    }
  },
}

export const serviceFaults: LoadFault[] = [
  killedBackend,
  crashedPostgres,
  terminatedBackends,
  postgresDown,
  failOver,
  frozenPostgres(3, true),
  frozenPostgres(20, false),
  droppedPackets,
  serializable,
  lostNotifications,
]

function iptables(...args: string[]): void {
  const { status, stderr } = spawnSync('iptables', ['-w', ...args], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`iptables: ${stderr}`)
}

function mayFilter(): boolean {
  return isRoot && spawnSync('iptables', ['-w', '-n', '-L', 'INPUT']).status === 0
}

/** A serialization failure or a deadlock, of which one side loses. */
function isConflict(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^40(001|P01)$/.test(String(error.code))
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}

async function query({ settings }: TestEnvironment, statement: string): Promise<void> {
  const client = new Client(settings.DATABASE_URL)
  await client.connect()
  await client.query(statement).finally(() => client.end())
}
