import { formatTable, median } from '#bench/format-table.ts'

import type { StartFigures } from './measure-start.ts'

/** Of the first page, relative to bare Node. */
const maxRatio = 6
const maxRestMb = 100
const foyerIndex = 2

/** @param rounds  of each round the figures of all servers: bare Node, Fastify, Foyer and its peers */
export function formatStarts(titles: string[], rounds: StartFigures[][]): string {
  const figure = (name: keyof StartFigures, index: number) =>
    median(rounds.map((round) => round[index]?.[name] ?? NaN))
  const ratio = (name: keyof StartFigures, index: number) =>
    median(rounds.map((round) => (round[index]?.[name] ?? NaN) / (round[0]?.[name] ?? NaN)))
  const isMet =
    ratio('firstResponseMs', foyerIndex) <= maxRatio && figure('restMb', foyerIndex) <= maxRestMb

  const rows = titles.map((title, index) => [
    title,
    figure('firstResponseMs', index).toFixed(0),
    `${ratio('firstResponseMs', index).toFixed(1)} ×`,
    figure('cpuMs', index).toFixed(0),
    `${ratio('cpuMs', index).toFixed(1)} ×`,
    figure('restMb', index).toFixed(0),
    `${ratio('restMb', index).toFixed(1)} ×`,
    ...(index === foyerIndex
      ? [`at most ${maxRatio} × and ${maxRestMb} MB`, isMet ? '✔' : '✖']
      : []),
  ])
  return formatTable([
    ['start', 'first page ms', 'bare', 'CPU ms', 'bare', 'at rest MB', 'bare', 'target', ''],
    ...rows,
  ])
}
