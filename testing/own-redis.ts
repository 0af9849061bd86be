import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'

import { freePort } from '#testing/front.ts'

/** A Redis of the test's own that keeps nothing, to be killed and started again. */
export async function ownRedis(t: { after(end: () => Promise<void>): void }) {
  const port = await freePort()
  const settings = ['--port', String(port), '--bind', '127.0.0.1', '--save', '']
  let process: ChildProcess | undefined

  async function start(): Promise<void> {
    process = spawn('redis-server', settings, { stdio: ['ignore', 'pipe', 'ignore'] })
    for await (const said of process.stdout ?? [])
      if (String(said).includes('Ready to accept connections')) break
  }

  async function kill(): Promise<void> {
    if (!process || process.exitCode !== null || process.signalCode !== null) return
    const exit = once(process, 'exit')
    process.kill('SIGKILL')
    await exit
  }

  await start()
  t.after(kill)
  return { url: `redis://127.0.0.1:${port}`, start, kill }
}
