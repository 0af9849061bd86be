import { useMemo, useState } from 'react'

import type { AccountLife } from '#app/pages.ts'
import type { Shown } from '#web/Pages/TimeTravel/Partials/journey.ts'
import type { Trail } from '#web/Pages/TimeTravel/Partials/trail.ts'

const day = 86_400_000
/** How much of a life is seen at once. */
export const spans = { day, week: 7 * day, month: 30 * day, year: 365 * day, life: Infinity }

export type Span = keyof typeof spans

/** The part of a life around a moment, as if it were all of it. Counted from the events that are loaded, where they are. */
export function windowOf(life: AccountLife, trail: Trail, span: Span, around: number): AccountLife {
  const [begin, end] = [Date.parse(life.from), Date.parse(life.to)]
  const length = spans[span]
  if (length >= end - begin) return life

  const from = Math.max(begin, Math.min(end, around + length / 2) - length)
  const bucketMs = length / life.counts.length
  const edges = life.counts.map((_, at) => from + at * bucketMs)
  const counts = isCovered(trail, from, from + length)
    ? counted(trail, { from, bucketMs, edges })
    : edges.map((edge) => shared(life, edge + bucketMs / 2, bucketMs))
  const [first, last] = [from, from + length].map((at) => new Date(at).toISOString())
  return { ...life, from: first ?? life.from, to: last ?? life.to, bucketMs, counts }
}

function isCovered({ steps, total }: Trail, from: number, to: number): boolean {
  const [first, last] = [steps[0], steps.at(-1)]
  if (!first || !last) return false
  return (first.seq === 1 || first.at <= from) && (last.seq === total || last.at >= to)
}

interface Buckets {
  from: number
  bucketMs: number
  edges: number[]
}

function counted({ steps }: Trail, { from, bucketMs, edges }: Buckets): number[] {
  const counts = edges.map(() => 0)
  for (const { at } of steps) {
    const bucket = Math.floor((at - from) / bucketMs)
    if (bucket in counts) counts[bucket] = (counts[bucket] ?? 0) + 1
  }
  return counts
}

/** As if what a wider bucket holds were spread evenly. */
function shared({ from, bucketMs, counts }: AccountLife, at: number, length: number): number {
  return ((counts[Math.floor((at - Date.parse(from)) / bucketMs)] ?? 0) * length) / bucketMs
}

/** This near an edge it is time to see what lies beyond. */
const margin = 0.02

/** The part of the life that is seen; it follows a moment that comes to rest outside or at its edge. */
export function useWindow(life: AccountLife, trail: Trail, { at, isHeld }: Shown) {
  const [{ span, around }, look] = useState<{ span: Span; around: number }>({
    span: 'life',
    around: at,
  })
  const view = useMemo(() => windowOf(life, trail, span, around), [life, trail, span, around])
  if (!isHeld && around !== at && isBeyond(view, life, at)) look({ span, around: at })
  return { view, span, choose: (wanted: Span) => look({ span: wanted, around: at }) }
}

function isBeyond(view: AccountLife, life: AccountLife, at: number): boolean {
  const [from, to] = [Date.parse(view.from), Date.parse(view.to)]
  const edge = (to - from) * margin
  const isBefore = at < from + edge && view.from !== life.from
  const isAfter = at > to - edge && view.to !== life.to
  return isBefore || isAfter
}
