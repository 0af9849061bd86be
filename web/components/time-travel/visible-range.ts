import { useMemo, useState } from 'react'

import { securityEventTypes } from '#app/event-titles.ts'
import type { ActivityHistogram } from '#app/time-travel/pages.ts'

import type { LoadedEvent, LoadedEvents } from './loaded-events.ts'
import type { MomentControls } from './moment-controls.ts'

const hour = 3_600_000
const day = 24 * hour
/** Zoom levels of the timeline, in milliseconds. */
export const spans = { day, week: 7 * day, month: 30 * day, year: 365 * day, life: Infinity }

export type Span = keyof typeof spans

/** How long a bar lasts. */
const bucketLengths = { day: hour, week: 3 * hour, month: 12 * hour, year: 5 * day }

/** Narrows the histogram to a span around a moment. Counts the loaded events, or estimates where they are missing. */
export function visibleRange(
  activity: ActivityHistogram,
  loadedEvents: LoadedEvents,
  span: Span,
  around: number,
): ActivityHistogram {
  const [begin, end] = [Date.parse(activity.from), Date.parse(activity.to)]
  const spanMs = spans[span]
  if (span === 'life' || spanMs >= end - begin) return activity

  const bucketMs = bucketLengths[span]
  const from = Math.max(begin, Math.min(end, around + spanMs / 2) - spanMs)
  const edges = Array.from({ length: spanMs / bucketMs }, (_, index) => from + index * bucketMs)
  const bars = isCovered(loadedEvents, from, from + spanMs)
    ? countLoadedEvents(loadedEvents.events, { from, bucketMs, edges })
    : {
        counts: edges.map((edge) => estimateCount(activity, edge + bucketMs / 2, bucketMs)),
        security: [],
      }
  const [first, last] = [from, from + spanMs].map((ms) => new Date(ms).toISOString())
  return { ...activity, ...bars, from: first ?? activity.from, to: last ?? activity.to, bucketMs }
}

function isCovered({ events, total }: LoadedEvents, from: number, to: number): boolean {
  const [first, last] = [events[0], events.at(-1)]
  if (!first || !last) return false
  return (first.seq === 1 || first.at <= from) && (last.seq === total || last.at >= to)
}

interface Buckets {
  from: number
  bucketMs: number
  edges: number[]
}

function countLoadedEvents(events: LoadedEvent[], { from, bucketMs, edges }: Buckets) {
  const counts = edges.map(() => 0)
  const security = new Set<number>()
  for (const { at, type } of events) {
    const bucket = Math.floor((at - from) / bucketMs)
    if (!(bucket in counts)) continue
    counts[bucket] = (counts[bucket] ?? 0) + 1
    if (securityEventTypes.includes(type)) security.add(bucket)
  }
  return { counts, security: [...security] }
}

/** Assumes an even spread within the wider bucket. */
function estimateCount(
  { from, bucketMs, counts }: ActivityHistogram,
  at: number,
  length: number,
): number {
  return ((counts[Math.floor((at - Date.parse(from)) / bucketMs)] ?? 0) * length) / bucketMs
}

/** Share of the range next to an edge where a moment makes it recenter. */
const edgeMargin = 0.02

/** Recenters the range when the selected moment is outside it or near its edge. */
export function useVisibleRange(
  activity: ActivityHistogram,
  loadedEvents: LoadedEvents,
  { at, isDragging }: MomentControls['shown'],
) {
  const [{ span, around }, setSpanAround] = useState<{ span: Span; around: number }>({
    span: 'life',
    around: at,
  })
  const range = useMemo(
    () => visibleRange(activity, loadedEvents, span, around),
    [activity, loadedEvents, span, around],
  )
  if (!isDragging && around !== at && isNearHiddenEdge(range, activity, at))
    setSpanAround({ span, around: at })
  return { range, span, setSpan: (newSpan: Span) => setSpanAround({ span: newSpan, around: at }) }
}

function isNearHiddenEdge(
  range: ActivityHistogram,
  activity: ActivityHistogram,
  at: number,
): boolean {
  const [from, to] = [Date.parse(range.from), Date.parse(range.to)]
  const edgeMs = (to - from) * edgeMargin
  const isBefore = at < from + edgeMs && range.from !== activity.from
  const isAfter = at > to - edgeMs && range.to !== activity.to
  return isBefore || isAfter
}
