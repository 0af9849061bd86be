import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'

import type { LoadRequest } from './load-client.ts'
import { type ServerProcess, nextMessage } from './server-process.ts'

export interface LoadFigures {
  requestsPerSecond: number
  cpuMsPerRequest: number
}

export type Target = Pick<LoadRequest, 'path' | 'headers'> & { server: ServerProcess }

const connections = 8
/** Time for V8 to compile the code of the visits. */
const warmUpSeconds = 6

/** Loads the servers in turns, so that changes in the machine's speed affect all of them. */
export async function measureSideBySide(
  targets: Target[],
  requests: number,
  rounds: number,
): Promise<LoadFigures[][]> {
  const client = fork(join(import.meta.dirname, 'load-client.ts'))
  const results: LoadFigures[][] = []
  for (const target of targets) await warmUp(client, target)
  for (let round = 0; round < rounds; round++) {
    const figures: LoadFigures[] = []
    for (const target of targets) figures.push(await loadOnce(client, target, requests))
    results.push(figures)
  }
  client.kill()
  return results
}

async function warmUp(client: ChildProcess, target: Target): Promise<void> {
  const deadline = performance.now() + warmUpSeconds * 1000
  while (performance.now() < deadline) await loadOnce(client, target, 2000)
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
