import { spawnSync } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'

import { asPidOne } from '#testing/spawn-server.ts'

import type { LoadFault } from './fault.ts'
import { childrenOf, isZombie } from './process-tree.ts'

const gracefulRestart: LoadFault = {
  id: 'F21',
  title: 'SIGTERM and restart',
  isShort: true,
  allowedErrors: ['refused'],
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
  allowedErrors: [],
  variables: { WORKERS: '2' },
  async inject({ server }) {
    server().child.kill('SIGHUP')
    await sleep(8000)
  },
}

const secondSignal: LoadFault = {
  id: 'F22',
  title: 'SIGTERM twice',
  allowedErrors: ['refused'],
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

const firstProcess: LoadFault = {
  id: 'F22',
  title: 'the server is PID 1 without init: a killed worker leaves no zombie, SIGTERM stops it',
  missing: () => (mayUnshare() ? null : 'a server as PID 1 needs root and unshare'),
  variables: { WORKERS: '2' },
  isPidOne: true,
  async inject({ server, restart, load }) {
    const [pid = 0] = childrenOf(Number(server().child.pid))
    const [worker = 0] = childrenOf(pid)
    process.kill(worker, 'SIGKILL')
    await sleep(500)
    if ((await load.healed()) === null) throw new Error('The load did not go on.')
    if (childrenOf(pid).some(isZombie)) throw new Error('The killed worker is a zombie.')
    process.kill(pid, 'SIGTERM')
    const stoppedAt = performance.now()
    const code = await server().waitForExit()
    if (code !== 0) throw new Error(`The server exited with ${code}`)
    await restart()
    return stoppedAt
  },
}

export const stopFaults: LoadFault[] = [gracefulRestart, reload, secondSignal, firstProcess]

function mayUnshare(): boolean {
  const [program = '', ...args] = [...asPidOne, 'true']
  return spawnSync(program, args).status === 0
}
