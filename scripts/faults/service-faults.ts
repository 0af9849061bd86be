import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

import { Client } from 'pg'

import { startRedisServer } from '#testing/redis-server.ts'

import { failOver } from './fail-over.ts'
import type { LoadFault, TestEnvironment } from './fault.ts'
import { hasProgram } from './machine.ts'

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

const serializable: LoadFault = {
  id: 'F11',
  title: 'conflicts: transactions serializable for 4 s, and rows locked the other way round',
  on: 'postgres',
  async inject(environment) {
    await query(environment, `alter system set default_transaction_isolation = 'serializable'`)
    await query(environment, 'select pg_reload_conf()')
    for (let round = 0; round < 8; round++) {
      await query(
        environment,
        'begin; select id from users order by id desc for update; select pg_sleep(0.2); update users set name = name; commit',
      ).catch((error: unknown) => {
        if (!isConflict(error)) throw error
      })
      await sleep(300)
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

type Redis = Awaited<ReturnType<typeof startRedisServer>>

function redisFault(title: string, isShort: boolean, inject: (redis: Redis) => Promise<void>) {
  let redis: Redis
  const fault: LoadFault = {
    id: 'F13',
    title: `Redis ${title}`,
    isShort,
    missing: () => (hasProgram('redis-server') ? null : 'redis-server is not installed'),
    async prepare({ after }) {
      redis = await startRedisServer({ after })
      return { REDIS_URL: redis.url }
    },
    inject: () => inject(redis),
  }
  return fault
}

const redisFaults = [
  redisFault('down for 3 s', true, async (redis) => {
    await redis.kill()
    await sleep(3000)
    await redis.start()
  }),
  redisFault('frozen for 3 s', false, async (redis) => {
    redis.signal('SIGSTOP')
    await sleep(3000)
    redis.signal('SIGCONT')
  }),
  redisFault('flushed', false, async (redis) => redis.flush()),
]

const slowClients: LoadFault = {
  id: 'F15',
  title: '300 clients that send a byte a second, for 4 s',
  async inject({ origin }) {
    const port = Number(new URL(origin).port)
    const sockets = Array.from({ length: 300 }, () =>
      connect(port, '127.0.0.1')
        .on('error', () => {})
        .on('connect', function (this: Socket) {
          this.write('GET /login HTTP/1.1\r\nHost: ')
        }),
    )
    for (let second = 0; second < 4; second++) {
      for (const socket of sockets) if (socket.writable) socket.write('a')
      await sleep(1000)
    }
    sockets.forEach((socket) => socket.destroy())
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
  ...redisFaults,
  serializable,
  slowClients,
  lostNotifications,
]

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
