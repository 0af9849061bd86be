import { median } from '#bench/format-table.ts'

import type { LoadFigures } from './measure-load.ts'

export interface RoundFigures {
  ours: LoadFigures
  bare: LoadFigures
  /** React's renderer alone; null when nothing is rendered. */
  render: LoadFigures | null
}

/** Maximum CPU time relative to the baseline, and maximum queries of a page visit. */
const targets = { bareRatio: 2.5, renderRatio: 1.4, queries: 2 }

export const columns = [
  'visit',
  'requests/s',
  'CPU ms',
  'bare ms',
  'render ms',
  'queries',
  'ratio',
  'target',
  '',
] as const

/** @param queries  of one visit */
export function formatRow(title: string, queries: number, rounds: RoundFigures[]): string[] {
  const isRendered = rounds.some(({ render }) => render !== null)
  // Computed per round: between rounds a shared machine can change its speed by a third.
  const ratio = medianFigure(
    rounds,
    ({ ours, bare, render }) => cpuMsPerRequest(ours) / cpuMsPerRequest(render ?? bare),
  )
  const maxRatio = isRendered ? targets.renderRatio : targets.bareRatio
  const isMet = ratio <= maxRatio && (isRendered || queries <= targets.queries)
  return [
    title,
    medianFigure(rounds, ({ ours }) => ours.requestsPerSecond).toFixed(0),
    medianFigure(rounds, ({ ours }) => cpuMsPerRequest(ours)).toFixed(3),
    medianFigure(rounds, ({ bare }) => cpuMsPerRequest(bare)).toFixed(3),
    isRendered ? medianFigure(rounds, ({ render }) => cpuMsPerRequest(render)).toFixed(3) : '',
    String(queries),
    `${ratio.toFixed(2)} × ${isRendered ? 'render' : 'bare'}`,
    `at most ${maxRatio}`,
    isMet ? '✔' : '✖',
  ]
}

function medianFigure(rounds: RoundFigures[], figure: (round: RoundFigures) => number): number {
  return median(rounds.map(figure))
}

function cpuMsPerRequest(figures: LoadFigures | null): number {
  return figures?.cpuMsPerRequest ?? NaN
}
