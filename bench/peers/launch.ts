import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'

import { usageOf } from '#bench/process-usage.ts'
import type { MeasuredServer } from '#bench/visits/server-process.ts'

export interface Launch {
  file: string
  args?: string[]
  cwd: string
  env: Record<string, string>
  /** Options of Node. */
  options?: string[]
  port: number
  /** Answers 200 as soon as the server serves pages. */
  path: string
}

/** Starts a server and waits for its first page. */
export async function launch(server: Launch): Promise<MeasuredServer> {
  const child = start(server)
  await firstResponse(server, child)
  return {
    port: server.port,
    usage: async () => usageOf(child),
    async stop() {
      const exit = once(child, 'exit')
      child.kill()
      await exit
    },
  }
}

/** @returns milliseconds from the start of the process to the first page */
export async function timeToFirstResponse(server: Launch): Promise<number> {
  const startedAt = performance.now()
  const child = start(server)
  await firstResponse(server, child)
  const durationMs = performance.now() - startedAt
  const exit = once(child, 'exit')
  child.kill('SIGKILL')
  await exit
  return durationMs
}

export function start({ file, args = [], cwd, env, options = [] }: Launch): ChildProcess {
  const child = spawn(process.execPath, [...options, file, ...args], {
    cwd,
    env: { PATH: process.env['PATH'], NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  running.add(child)
  return child.once('exit', () => running.delete(child))
}

const running = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of running) child.kill()
})

export async function firstResponse(
  { port, path, file }: Launch,
  child: ChildProcess,
): Promise<void> {
  while (!(await isServing(`http://localhost:${port}${path}`)))
    if (child.exitCode !== null) throw new Error(`${file} exited with ${child.exitCode}`)
}

async function isServing(url: string): Promise<boolean> {
  const page = await fetch(url, { headers: { accept: 'text/html' } }).catch(() => null)
  await page?.text()
  return page?.ok ?? new Promise((resolve) => setTimeout(resolve, 5, false))
}
