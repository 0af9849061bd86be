/** Measured server processes and the usage they report. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import type { Server } from 'node:http'
import { join } from 'node:path'

import type { ProcessUsage } from '#bench/process-usage.ts'

export interface MeasuredServer {
  readonly port: number
  usage(): Promise<ProcessUsage>
  stop(): Promise<void>
}

interface ReportedUsage extends ProcessUsage {
  /** After a collection, if the process exposes it. */
  heapMb: number
}

/** One that reports its own usage. */
export class ServerProcess implements MeasuredServer {
  readonly #process: ChildProcess
  readonly port: number

  constructor(process: ChildProcess, port: number) {
    this.#process = process
    this.port = port
  }

  async usage(): Promise<ReportedUsage> {
    this.#process.send('usage')
    const [usage] = await nextMessage(this.#process)
    return usage
  }

  async stop(): Promise<void> {
    const exit = once(this.#process, 'exit')
    this.#process.kill()
    await exit
  }
}

/** Starts one of this folder's servers and waits until it reports its port. */
export async function startServerProcess(
  file: string,
  env: Record<string, string>,
  { input, options = [] }: { input?: unknown; options?: string[] } = {},
): Promise<ServerProcess> {
  const child = fork(join(import.meta.dirname, file), {
    env: { PATH: process.env['PATH'], NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    serialization: 'advanced',
    execArgv: options,
  })
  if (input !== undefined) child.send({ input })
  const [{ port }] = await nextMessage(child)
  return new ServerProcess(child, port)
}

/** Waits for the child's next message; rejects when it exits. */
export async function nextMessage(child: ChildProcess) {
  const abortController = new AbortController()
  const { signal } = abortController
  const ended = once(child, 'exit', { signal }).then(([code]) => {
    throw new Error(`${child.spawnargs.at(-1)} exited with ${code}`)
  })
  try {
    return await Promise.race([once(child, 'message', { signal }), ended])
  } finally {
    abortController.abort()
    ended.catch(() => {})
  }
}

/** In the child: answers `ServerProcess.usage`, and exits with the parent. */
export function reportUsage(): void {
  process.once('disconnect', () => process.exit())
  process.on('message', (message) => {
    if (message !== 'usage') return
    const { user, system } = process.cpuUsage()
    void globalThis.gc?.()
    const { rss, heapUsed } = process.memoryUsage()
    process.send?.({
      cpuMs: (user + system) / 1000,
      rssMb: rss / 1024 ** 2,
      heapMb: heapUsed / 1024 ** 2,
    })
  })
}

/** In the child: listens on a free port and reports it. */
export function reportPort(server: Server): void {
  server.listen(0, '127.0.0.1', () => {
    const address = server.address()
    process.send?.({ port: typeof address === 'object' ? address?.port : null })
  })
}

/** In the child: receives the parent's input. */
export async function receiveInput<T>(): Promise<T> {
  const [message] = await once(process, 'message')
  return message.input
}
