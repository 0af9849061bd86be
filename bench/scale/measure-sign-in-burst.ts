import { Agent } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'

import { type BenchRequest, percentile, send, type SizedServer } from './measure.ts'

export interface BurstFigures {
  idleP99Ms: number
  burstP99Ms: number
  refused: number
  seconds: number
}

const idleMs = 3000
/** A person's clicks, so that the visits themselves are no load. */
const pauseMs = 10

/** Visits, first alone, then while many accounts sign in at once. */
export async function measureSignInBurst(
  { server }: SizedServer,
  visit: () => BenchRequest,
  signIns: readonly BenchRequest[],
): Promise<BurstFigures> {
  const agent = new Agent({ keepAlive: true })
  async function visitUntil(signal: AbortSignal): Promise<number> {
    const durations: number[] = []
    while (!signal.aborted) {
      durations.push((await send(server.port, agent, visit())).ms)
      await wait(pauseMs)
    }
    return percentile(durations, 0.99)
  }

  const idleP99Ms = await visitUntil(AbortSignal.timeout(idleMs))
  const end = new AbortController()
  const busy = visitUntil(end.signal)
  const startedAt = performance.now()
  const answers = await Promise.all(signIns.map((signIn) => send(server.port, agent, signIn)))
  const seconds = (performance.now() - startedAt) / 1000
  end.abort()
  const burstP99Ms = await busy
  agent.destroy()
  return {
    idleP99Ms,
    burstP99Ms,
    refused: answers.filter(({ status }) => status !== 303).length,
    seconds,
  }
}
