/** Measures the cost of the hash chain on SQLite and, if `BENCH_POSTGRES` names an empty database, on PostgreSQL. */
import { formatTable } from '#bench/format-table.ts'

import { type AppendTimes, measureAppend } from './measure-append.ts'
import { measureVerification } from './measure-verification.ts'

const maxRatio = 1.15
const maxGrowthBytes = 32e6

const postgresUrl = process.env['BENCH_POSTGRES']
const appendResults = [
  await measureAppend(),
  ...(postgresUrl ? [await measureAppend(postgresUrl)] : []),
]
const verification = await measureVerification()

const formatMs = (ms: number) => `${ms.toFixed(2)} ms`
const formatMark = (isMet: boolean) => (isMet ? '✔' : '✖')
const rows = appendResults.map(({ dialect, bare, listed, recorded, ratio }: AppendTimes) => [
  dialect,
  ...[bare, listed, recorded].map(formatMs),
  ratio.toFixed(2),
  `at most ${maxRatio}`,
  formatMark(ratio <= maxRatio),
])
const columnTitles = [
  'alone',
  'with a plain list',
  'with the event log',
  'ratio of the two',
  'target',
  '',
]
console.log(formatTable([['Profile update', ...columnTitles], ...rows]))

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`
const isWithinLimit = verification.growthAfterwards < maxGrowthBytes
console.log(
  formatTable([
    [
      'Verifying an event log',
      'took',
      'memory growth, first tenth',
      '… and afterwards',
      'target',
      '',
    ],
    [
      `${verification.events.toLocaleString('en')} events`,
      `${verification.seconds.toFixed(1)} s`,
      ...[verification.growthInFirstTenth, verification.growthAfterwards].map(megabytes),
      `under ${megabytes(maxGrowthBytes)}`,
      formatMark(isWithinLimit),
    ],
  ]),
)
process.exit(isWithinLimit && appendResults.every(({ ratio }) => ratio <= maxRatio) ? 0 : 1)
