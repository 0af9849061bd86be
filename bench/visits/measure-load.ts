import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'

import type { LoadRequest } from './load-client.ts'
import { type MeasuredServer, nextMessage } from './server-process.ts'

export interface LoadFigures {
  requestsPerSecond: number
  cpuMsPerRequest: number
}

export type Target = Pick<LoadRequest, 'path' | 'headers'> & { server: MeasuredServer }

const connections = 8

/**
 * Loads the servers in turns, so that changes in the machine's speed affect all of them.
 * @param warmUpSeconds  of each server, in which V8 compiles the code of the visits
 */
export async function measureSideBySide(
  targets: Target[],
  requests: number,
  rounds: number,
  warmUpSeconds = 6,
): Promise<LoadFigures[][]> {
  const client = fork(join(import.meta.dirname, 'load-client.ts'))
  const results: LoadFigures[][] = []
  for (const target of targets) {
    const deadline = performance.now() + warmUpSeconds * 1000
    while (performance.now() < deadline) await loadOnce(client, target, requests)
  }
  for (let round = 0; round < rounds; round++) {
    const figures: LoadFigures[] = []
    for (const target of targets) figures.push(await loadOnce(client, target, requests))
    results.push(figures)
  }
  client.kill()
  return results
}

async function loadOnce(
  client: ChildProcess,
  { server, path, headers }: Target,
  requests: number,
): Promise<LoadFigures> {
  const before = await server.usage()
  client.send({ port: server.port, path, headers, requests, connections } satisfies LoadRequest)
  const [{ seconds }] = await nextMessage(client)
  const after = await server.usage()
  return {
    requestsPerSecond: requests / seconds,
    cpuMsPerRequest: (after.cpuMs - before.cpuMs) / requests,
  }
}
