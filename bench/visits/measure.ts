import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'

import { type Child, heard } from './child.ts'
import type { Load } from './load.ts'

export interface Figures {
  requestsPerSecond: number
  cpuMsPerRequest: number
}

export type Target = Pick<Load, 'path' | 'headers'> & { server: Child }

const connections = 8
/** Until then V8 is still compiling what the visits run through. */
const warmUpSeconds = 6

/**
 * Puts the same load on each server in turn, several times over, so that a change of the machine's speed meets them all.
 *
 * @returns for each round the figures of each server
 */
export async function sideBySide(
  targets: Target[],
  requests: number,
  rounds: number,
): Promise<Figures[][]> {
  const client = fork(join(import.meta.dirname, 'load.ts'))
  const found: Figures[][] = []
  for (const target of targets) await warm(client, target)
  for (let round = 0; round < rounds; round++) {
    const figures: Figures[] = []
    for (const target of targets) figures.push(await loadOnce(client, target, requests))
    found.push(figures)
  }
  client.kill()
  return found
}

async function warm(client: ChildProcess, target: Target): Promise<void> {
  const until = performance.now() + warmUpSeconds * 1000
  while (performance.now() < until) await loadOnce(client, target, 2000)
}

async function loadOnce(
  client: ChildProcess,
  { server, path, headers }: Target,
  requests: number,
): Promise<Figures> {
  const before = await server.usage()
  client.send({ port: server.port, path, headers, requests, connections } satisfies Load)
  const [{ seconds }] = await heard(client)
  const after = await server.usage()
  return {
    requestsPerSecond: requests / seconds,
    cpuMsPerRequest: (after.cpuMs - before.cpuMs) / requests,
  }
}
