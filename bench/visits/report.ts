import { median } from '#bench/table.ts'

import type { Figures } from './measure.ts'

/** One round. */
export interface Measured {
  ours: Figures
  bare: Figures
  /** React's renderer alone; null where nothing is rendered. */
  render: Figures | null
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

/** @param queries  that one visit made */
export function rowOf(title: string, queries: number, rounds: Measured[]): string[] {
  const isRendered = rounds.some(({ render }) => render !== null)
  // Of each round by itself: from one to the next a shared machine can change its speed by a third.
  const ratio = medianOf(rounds, ({ ours, bare, render }) => cpu(ours) / cpu(render ?? bare))
  const most = isRendered ? aims.renderRatio : aims.bareRatio
  const isMet = ratio <= most && (isRendered || queries <= aims.queries)
  return [
    title,
    medianOf(rounds, ({ ours }) => ours.requestsPerSecond).toFixed(0),
    medianOf(rounds, ({ ours }) => cpu(ours)).toFixed(3),
    medianOf(rounds, ({ bare }) => cpu(bare)).toFixed(3),
    isRendered ? medianOf(rounds, ({ render }) => cpu(render)).toFixed(3) : '',
    String(queries),
    `${ratio.toFixed(2)} × ${isRendered ? 'render' : 'bare'}`,
    `at most ${most}`,
    isMet ? '✔' : '✖',
  ]
}

function medianOf(rounds: Measured[], figure: (round: Measured) => number): number {
  return median(rounds.map(figure))
}

function cpu(figures: Figures | null): number {
  return figures?.cpuMsPerRequest ?? NaN
}
