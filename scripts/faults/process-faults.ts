import type { ChildProcess } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import type { LoadFault } from './fault.ts'

/** Rounds of `kill -9`: `npm test` has time for three. */
function killRounds(rounds: number, isShort: boolean): LoadFault {
  return {
    id: 'F01',
    title: `kill -9, ${rounds} times`,
    isShort,
    async inject({ server, restart, load }) {
      for (let round = 1; round < rounds; round++) {
        await sleep(50 + Math.random() * 450)
        server().child.kill('SIGKILL')
        await restart()
        await load.healed()
      }
      server().child.kill('SIGKILL')
      const killedAt = performance.now()
      await restart()
      return killedAt
    },
  }
}

const closedLog: LoadFault = {
  id: 'F05',
  title: 'reader of the log gone',
  isShort: true,
  variables: { LOG_LEVEL: 'info' },
  async inject({ server }) {
    server().child.stdout?.destroy()
    await sleep(1000)
  },
}

const manyWorkers: LoadFault = {
  id: 'F08',
  title: 'four workers write at once for 3 s',
  variables: { WORKERS: '4' },
  async inject() {
    await sleep(3000)
  },
}

const oneConnection: LoadFault = {
  id: 'F12',
  title: 'one database connection',
  on: 'postgres',
  variables: { DATABASE_POOL_SIZE: '1' },
  async inject() {
    await sleep(3000)
  },
}

const faketime = '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1'

const clockJumps: LoadFault = {
  id: 'F17',
  title: 'clock one hour ahead, then one behind',
  isShort: true,
  missing: () => (existsSync(faketime) ? null : 'libfaketime is not installed'),
  async prepare({ after }) {
    const dir = await mkdtemp(join(tmpdir(), 'foyer-clock-'))
    after(() => rm(dir, { recursive: true }))
    const file = join(dir, 'offset')
    await writeFile(file, '+0')
    return {
      LD_PRELOAD: faketime,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_CACHE_DURATION: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    }
  },
  async inject({ settings }) {
    for (const offset of ['+1h', '-1h', '+0']) {
      await writeFile(settings['FAKETIME_TIMESTAMP_FILE'] ?? '', offset)
      await sleep(1500)
    }
  },
}

const gracefulRestart: LoadFault = {
  id: 'F21',
  title: 'SIGTERM and restart',
  isShort: true,
  async inject({ server, restart }) {
    server().child.kill('SIGTERM')
    const stoppedAt = performance.now()
    await restart()
    return stoppedAt
  },
}

const reload: LoadFault = {
  id: 'F22',
  title: 'SIGHUP with two workers',
  variables: { WORKERS: '2' },
  async inject({ server }) {
    server().child.kill('SIGHUP')
    await sleep(8000)
  },
}

const soak: LoadFault = {
  id: 'F23',
  title: '30 s of load without growth of memory',
  async inject({ server }) {
    await sleep(10_000)
    const before = megabytesOf(server().child)
    await sleep(20_000)
    const growth = megabytesOf(server().child) - before
    if (growth > 60) throw new Error(`Memory grew by ${growth} MB`)
  },
}

const manySignIns: LoadFault = {
  id: 'F24',
  title: '60 sign-ins at once',
  isShort: true,
  async inject({ origin }) {
    const guesses = Array.from({ length: 60 }, async (_, index) => {
      const page = await fetch(`${origin}/login`)
      const cookies = page.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '')
      const token = cookies.find((cookie) => cookie.startsWith('XSRF-TOKEN='))?.slice(11) ?? ''
      const { status } = await fetch(`${origin}/login`, {
        method: 'POST',
        headers: {
          accept: 'application/json',
          'content-type': 'application/json',
          cookie: cookies.join('; '),
          'x-xsrf-token': decodeURIComponent(token),
          'x-forwarded-for': `10.2.0.${index}`,
        },
        body: JSON.stringify({ email: `nobody${index}@example.com`, password: 'a wrong guess' }),
      })
      if (![422, 429, 503].includes(status)) throw new Error(`A wrong sign-in answered ${status}`)
    })
    await Promise.all(guesses)
  },
}

export const processFaults: LoadFault[] = [
  killRounds(3, true),
  killRounds(20, false),
  closedLog,
  manyWorkers,
  oneConnection,
  clockJumps,
  gracefulRestart,
  reload,
  soak,
  manySignIns,
]

function megabytesOf({ pid }: ChildProcess): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024)
}
