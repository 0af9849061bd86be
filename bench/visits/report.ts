import type { Figures } from './measure.ts'

interface Measured {
  title: string
  ours: Figures
  bare: Figures
  /** React's renderer alone; null where nothing is rendered. */
  render: Figures | null
  queries: number
}

/** The most a visit may cost, in CPU time, beside its peer; and the most queries a page visit may make. */
const aims = { bareRatio: 2.5, renderRatio: 1.4, queries: 2 }

export const columns = [
  'visit',
  'requests/s',
  'CPU ms',
  'bare ms',
  'render ms',
  'queries',
  'ratio',
  'aim',
  '',
] as const

export function rowOf({ title, ours, bare, render, queries }: Measured): string[] {
  const ratio = ours.cpuMsPerRequest / (render ?? bare).cpuMsPerRequest
  const most = render ? aims.renderRatio : aims.bareRatio
  const isMet = ratio <= most && (render !== null || queries <= aims.queries)
  return [
    title,
    ours.requestsPerSecond.toFixed(0),
    ours.cpuMsPerRequest.toFixed(3),
    bare.cpuMsPerRequest.toFixed(3),
    render?.cpuMsPerRequest.toFixed(3) ?? '',
    String(queries),
    `${ratio.toFixed(2)} × ${render ? 'render' : 'bare'}`,
    `at most ${most}`,
    isMet ? '✔' : '✖',
  ]
}
