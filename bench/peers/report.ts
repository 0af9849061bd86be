import { formatTable, median } from '#bench/format-table.ts'
import type { LoadFigures } from '#bench/visits/measure-load.ts'

import type { ColdPage } from './measure-cold-page.ts'

export interface RestFigures {
  title: string
  hash: string
  startMs: number
  idleMb: number
  loadedMb: number
  coldPage: ColdPage | undefined
  signInsPerSecond: number
  signInCpuMs: number
}

export interface Aim {
  title: string
  times: number
  min: number
}

/** @param rounds  of each round the figures of all servers, ours first */
export function formatLoad(title: string, servers: string[], rounds: LoadFigures[][]): string {
  const rows = servers.map((server, index) => {
    const figure = (name: keyof LoadFigures) =>
      median(rounds.map((round) => round[index]?.[name] ?? NaN))
    const ratio = (name: keyof LoadFigures) =>
      median(rounds.map((round) => (round[0]?.[name] ?? NaN) / (round[index]?.[name] ?? NaN)))
    return [
      server,
      figure('requestsPerSecond').toFixed(0),
      figure('cpuMsPerRequest').toFixed(3),
      `${ratio('requestsPerSecond').toFixed(1)} ×`,
      `${(1 / ratio('cpuMsPerRequest')).toFixed(1)} ×`,
    ]
  })
  return formatTable([
    [title, 'requests/s', 'CPU ms', 'Foyer answers', 'and uses less CPU'],
    ...rows,
  ])
}

export function formatRest(figures: RestFigures[]): string {
  const rows = figures.map(({ coldPage, ...each }) => [
    each.title,
    each.startMs.toFixed(0),
    each.idleMb.toFixed(0),
    each.loadedMb.toFixed(0),
    coldPage?.requests.toFixed(0) ?? '',
    coldPage?.kilobytes.toFixed(0) ?? '',
    coldPage?.scriptKilobytes.toFixed(0) ?? '',
    each.signInsPerSecond.toFixed(0),
    each.signInCpuMs.toFixed(0),
    each.hash,
  ])
  return formatTable([
    [
      'At rest',
      'start ms',
      'idle MB',
      'loaded MB',
      'login: requests',
      'kB',
      'of it scripts',
      'sign-ins/s',
      'CPU ms each',
      'password hash',
    ],
    ...rows,
  ])
}

export function formatAims(aims: Aim[]): string {
  const rows = aims.map(({ title, times, min }) => [
    title,
    `${times.toFixed(2)} ×`,
    `at least ${min} ×`,
    times >= min ? '✔' : '✖',
  ])
  return formatTable([['aim', 'measured', 'aim', ''], ...rows])
}
