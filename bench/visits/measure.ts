import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

import { median } from '#bench/table.ts'

import type { Child } from './child.ts'
import type { Load } from './load.ts'

export interface Figures {
  requestsPerSecond: number
  cpuMsPerRequest: number
}

export type Target = Pick<Load, 'path' | 'headers'> & { server: Child }

const connections = 8
/** Until then V8 is still compiling what the visits run through. */
const warmUp = 20_000

/**
 * Puts the same load on each server in turn, several times over, so that a change of the machine's speed meets them all.
 *
 * @returns the median figures of each
 */
export async function sideBySide(
  targets: Target[],
  requests: number,
  rounds: number,
): Promise<Figures[]> {
  const client = fork(join(import.meta.dirname, 'load.ts'))
  const found = targets.map(() => new Array<Figures>())
  for (const target of targets) await loadOnce(client, target, warmUp)
  for (let round = 0; round < rounds; round++) {
    for (const [index, target] of targets.entries()) {
      found[index]?.push(await loadOnce(client, target, requests))
    }
  }
  client.kill()
  return found.map(middle)
}

async function loadOnce(
  client: ChildProcess,
  { server, path, headers }: Target,
  requests: number,
): Promise<Figures> {
  const before = await server.usage()
  client.send({ port: server.port, path, headers, requests, connections } satisfies Load)
  const [{ seconds }] = await once(client, 'message')
  const after = await server.usage()
  return {
    requestsPerSecond: requests / seconds,
    cpuMsPerRequest: (after.cpuMs - before.cpuMs) / requests,
  }
}

function middle(all: Figures[]): Figures {
  return {
    requestsPerSecond: median(all.map(({ requestsPerSecond }) => requestsPerSecond)),
    cpuMsPerRequest: median(all.map(({ cpuMsPerRequest }) => cpuMsPerRequest)),
  }
}
