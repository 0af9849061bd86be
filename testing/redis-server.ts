import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'

import { freePort } from './free-port.ts'

/** Starts a Redis server without persistence that a test can kill and restart. */
export async function startRedisServer(t: { after(end: () => Promise<void>): void }) {
  const port = await freePort()
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '']
  let child: ChildProcess | undefined

  async function start(): Promise<void> {
    child = spawn('redis-server', args, { stdio: ['ignore', 'pipe', 'ignore'] })
    for await (const chunk of child.stdout ?? [])
      if (String(chunk).includes('Ready to accept connections')) break
  }

  async function kill(): Promise<void> {
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const exit = once(child, 'exit')
    child.kill('SIGKILL')
    await exit
  }

  await start()
  t.after(kill)
  return {
    url: `redis://127.0.0.1:${port}`,
    start,
    kill,
    signal: (name: NodeJS.Signals) => void child?.kill(name),
    flush: () => void spawnSync('redis-cli', ['-p', String(port), 'flushall']),
  }
}
