import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { signIn } from '#testing/load-accounts.ts'

import type { LoadFault, TestEnvironment } from './fault.ts'

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

/** Sets the clock of the server, as an offset such as `+2d`. */
type SetClock = (offset: string) => Promise<void>

function clockFault(
  title: string,
  isShort: boolean,
  jump: (setClock: SetClock, environment: TestEnvironment) => Promise<void>,
): LoadFault {
  return {
    id: 'F17',
    title,
    isShort,
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
    inject(environment) {
      const file = environment.settings['FAKETIME_TIMESTAMP_FILE'] ?? ''
      return jump((offset) => writeFile(file, offset), environment)
    },
  }
}

const clockFaults = [
  clockFault('clock one hour ahead, then one behind', true, async (setClock) => {
    for (const offset of ['+1h', '-1h', '+0']) {
      await setClock(offset)
      await sleep(1500)
    }
  }),
  clockFault(
    'clock two days ahead for 65 s, then one hour behind: an expired session stays so',
    false,
    async (setClock, { origin, accounts: [account] }) => {
      // The load's own sessions last for 30 days without use, this one for two hours.
      const { client } = await signIn(origin, account?.email ?? '', { address: '10.7.0.1' })
      const statuses: number[] = []
      for (const offset of ['+2d', '-1h', '+0']) {
        await setClock(offset)
        // Sessions are ended once a minute; until then, expired ones are only refused.
        await sleep(offset === '+2d' ? 65_000 : 1500)
        statuses.push((await client.request('/user/profile')).status)
      }
      if (statuses.includes(200)) throw new Error(`An expired session answered ${statuses.join()}`)
    },
  ),
]

export const processFaults: LoadFault[] = [
  killRounds(3, true),
  killRounds(100, false),
  closedLog,
  manyWorkers,
  oneConnection,
  ...clockFaults,
]
