import { Agent } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'

import { type BenchRequest, percentile, send } from '#bench/scale/measure.ts'
import type { MeasuredServer } from '#bench/visits/server-process.ts'

export interface BurstFigures {
  idleP99Ms: number
  burstP99Ms: number
  ratio: number
  refused: number
  seconds: number
}

const idleMs = 3000
/** A person's clicks, so that the visits themselves are no load. */
const pauseMs = 10

/** Visits, first alone, then while many accounts sign in at once. */
export async function measureBurst(
  { port }: Pick<MeasuredServer, 'port'>,
  visit: BenchRequest,
  signIns: readonly BenchRequest[],
): Promise<BurstFigures> {
  const agent = new Agent({ keepAlive: true })
  async function visitUntil(signal: AbortSignal): Promise<number> {
    const durations: number[] = []
    while (!signal.aborted) {
      durations.push((await send(port, agent, visit)).ms)
      await wait(pauseMs)
    }
    return percentile(durations, 0.99)
  }

  const idleP99Ms = await visitUntil(AbortSignal.timeout(idleMs))
  const end = new AbortController()
  const busy = visitUntil(end.signal)
  const startedAt = performance.now()
  const answers = await Promise.all(signIns.map((signIn) => send(port, agent, signIn)))
  const seconds = (performance.now() - startedAt) / 1000
  end.abort()
  const burstP99Ms = await busy
  agent.destroy()
  const refused = answers.filter(({ status }) => status !== 303).length
  return { idleP99Ms, burstP99Ms, ratio: burstP99Ms / idleP99Ms, refused, seconds }
}
