import { setTimeout as sleep } from 'node:timers/promises'

/** @returns how long each answer took until then, in milliseconds */
export async function probe(url: string, until: Promise<unknown>): Promise<number[]> {
  const durations: number[] = []
  const end = until.then(() => 'end')
  do {
    const startedAt = performance.now()
    await (await fetch(url)).arrayBuffer()
    durations.push(performance.now() - startedAt)
  } while ((await Promise.race([end, sleep(20)])) !== 'end')
  return durations
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

/**
 * Throws when something took longer than the limit. On a machine that is too busy to keep the limit without the fault, it may
 * take three times as long as without.
 */
export function requireWithin(
  what: string,
  milliseconds: number,
  { limitMs, withoutFaultMs }: { limitMs: number; withoutFaultMs: number },
): void {
  if (milliseconds <= Math.max(limitMs, 3 * withoutFaultMs)) return
  const [with_, without] = [milliseconds, withoutFaultMs].map(Math.round)
  throw new Error(`${what} took ${with_} ms, ${without} ms without the fault`)
}

/** Reads one metric of a server, as the sum of its lines. */
export async function metric(origin: string, name: string): Promise<number> {
  const text = await (await fetch(`${origin}/metrics`)).text()
  const values = [...text.matchAll(new RegExp(`^${name}(?:\\{.*\\})? (\\S+)$`, 'gm'))]
  if (values.length === 0) throw new Error(`/metrics has no ${name}`)
  return values.reduce((sum, [, value]) => sum + Number(value), 0)
}
