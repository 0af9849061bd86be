import { z } from 'zod'

export const traceCategories = [
  '-*',
  'blink.user_timing',
  'devtools.timeline',
  'disabled-by-default-devtools.timeline',
  'loading',
  'v8',
]

/** The part of a main-thread task beyond this delays input noticeably. */
const longTaskMs = 50

/** Milliseconds. */
export interface PageLoad {
  /** Sum of the parts of tasks beyond 50 ms after the first paint: the "total blocking time". */
  blocking: number
  longestTask: number
  firstPaint: number
  largestPaint: number
  /** When every form and button is hydrated. */
  hydrated: number
  /** Compiling and evaluating scripts. */
  script: number
  styleAndLayout: number
}

const TraceEvent = z.object({
  name: z.string(),
  ph: z.string(),
  pid: z.number(),
  tid: z.number(),
  /** Microseconds. */
  ts: z.number(),
  dur: z.number().default(0),
  /** CPU time of the thread: what other programs take from the machine does not count. */
  tdur: z.number().optional(),
  args: z.object({ data: z.object({ documentLoaderURL: z.string().optional() }).optional() }),
})
type TraceEvent = z.output<typeof TraceEvent>

const Trace = z.object({ traceEvents: z.array(TraceEvent) })

const scriptEvents = new Set([
  'v8.compileModule',
  'v8.compile',
  'v8.evaluateModule',
  'EvaluateScript',
])
const layoutEvents = new Set([
  'UpdateLayoutTree',
  'Layout',
  'PrePaint',
  'Paint',
  'Layerize',
  'Commit',
])

/** Reads the figures of one page load from a trace of Chromium. */
export function readTrace(trace: Buffer, url: string): PageLoad {
  const { traceEvents } = Trace.parse(JSON.parse(trace.toString('utf8')))
  const paint = traceEvents.findLast(({ name }) => name === 'firstContentfulPaint')
  if (!paint) throw new Error('The page was not painted')
  const events = traceEvents.filter(({ pid, tid }) => pid === paint.pid && tid === paint.tid)
  const isNavigation = ({ name, args }: TraceEvent) =>
    name === 'navigationStart' && args.data?.documentLoaderURL === url
  const start = events.find(isNavigation)?.ts
  if (start === undefined) throw new Error('The trace has no navigation')
  const last = (wanted: string) => events.findLast(({ name }) => name === wanted)?.ts ?? NaN

  const tasks = events.filter(({ name, ts }) => name === 'RunTask' && ts >= start)
  const afterPaint = tasks.filter(({ ts, dur }) => ts + dur > paint.ts)
  return {
    blocking: sum(afterPaint.map((task) => Math.max(0, cpuMs(task) - longTaskMs))),
    longestTask: Math.max(0, ...afterPaint.map(cpuMs)),
    firstPaint: (paint.ts - start) / 1000,
    largestPaint: (last('largestContentfulPaint::Candidate') - start) / 1000,
    hydrated: (last('react-hydrated') - start) / 1000,
    script: totalMs(events, scriptEvents),
    styleAndLayout: totalMs(events, layoutEvents),
  }
}

function totalMs(events: TraceEvent[], names: Set<string>): number {
  let total = 0
  let end = 0
  // An event inside another of them is already counted.
  for (const event of events.toSorted((a, b) => a.ts - b.ts)) {
    const { name, ts, dur } = event
    if (!names.has(name) || ts < end) continue
    total += cpuMs(event)
    end = ts + dur
  }
  return total
}

function cpuMs({ dur, tdur = dur }: TraceEvent): number {
  return tdur / 1000
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
