import { setTimeout as sleep } from 'node:timers/promises'

import type { MemoryUsage } from './measured-server.ts'
import type { Latency } from './socket-clients.ts'
import { WorkerProcess } from './worker-process.ts'

const settleMs = 1000

export class ServerAndClients {
  readonly #server: WorkerProcess
  readonly #clients: WorkerProcess

  static async start(kind: string): Promise<ServerAndClients> {
    const server = new WorkerProcess(`${kind}-server.ts`, { ALL_AT_ONCE: '1' })
    const port = await server.send<number>('listen')
    return new ServerAndClients(
      server,
      new WorkerProcess('socket-clients.ts', { KIND: kind, PORT: String(port) }),
    )
  }

  private constructor(server: WorkerProcess, clients: WorkerProcess) {
    this.#server = server
    this.#clients = clients
  }

  async memoryPerSocket(sockets: number): Promise<MemoryUsage> {
    const before = await this.#server.send<MemoryUsage>('memory')
    await this.#clients.send('open', sockets)
    await sleep(settleMs)
    const after = await this.#server.send<MemoryUsage>('memory')
    return {
      rssBytes: (after.rssBytes - before.rssBytes) / sockets,
      heapBytes: (after.heapBytes - before.heapBytes) / sockets,
    }
  }

  async keepClients(sockets: number): Promise<void> {
    await this.#clients.send('keepOnly', sockets)
  }

  /** @returns the server's CPU time for all events, and their latency */
  async publish(events: number): Promise<Latency & { cpuMicros: number }> {
    await this.#clients.send('expect', events)
    const before = await this.#server.send<number>('cpu')
    await this.#server.send('publish', events)
    const latency = await this.#clients.send<Latency>('latency')
    return { ...latency, cpuMicros: (await this.#server.send<number>('cpu')) - before }
  }

  async close(): Promise<void> {
    await this.#clients.stop()
    await this.#server.stop()
  }
}
