import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

import { ServerProcess } from '#bench/visits/server-process.ts'

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

/** Starts a server that reports its usage, and waits for its first page. */
export async function launch(server: Launch): Promise<ServerProcess> {
  const preload = ['--import', join(import.meta.dirname, 'report-usage.ts')]
  const child = start(server, preload)
  await firstResponse(server, child)
  return new ServerProcess(child, server.port)
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

export function start(
  { file, args = [], cwd, env, options = [] }: Launch,
  preload: string[] = [],
): ChildProcess {
  const child = fork(file, args, {
    cwd,
    env: { PATH: process.env['PATH'], NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    serialization: 'advanced',
    execArgv: [...options, ...preload],
  })
  // Without a listener, what a server says of itself would wait in the channel, and be taken for its usage.
  return child.on('message', () => {})
}

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
