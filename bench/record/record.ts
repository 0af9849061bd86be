/** What the chain costs, on SQLite and, where `BENCH_POSTGRES` names an empty database, on PostgreSQL. */
import { table } from '#bench/table.ts'

import { type Appending, appending } from './appending.ts'
import { verifying } from './verifying.ts'

const mostRatio = 1.15
const mostGrown = 32e6

const postgres = process.env['BENCH_POSTGRES']
const found = [await appending(), ...(postgres ? [await appending(postgres)] : [])]
const whole = await verifying()

const ms = (each: number) => `${each.toFixed(2)} ms`
const mark = (isMet: boolean) => (isMet ? '✔' : '✖')
const rows = found.map(({ dialect, bare, listed, recorded, ratio }: Appending) => [
  dialect,
  ...[bare, listed, recorded].map(ms),
  ratio.toFixed(2),
  `at most ${mostRatio}`,
  mark(ratio <= mostRatio),
])
const titles = ['alone', 'with a plain list', 'with the record', 'ratio of the two', 'aim', '']
console.log(table([['A change of the profile', ...titles], ...rows]))

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`
const isBounded = whole.grownSince < mostGrown
console.log(
  table([
    ['Checking a record', 'took', 'grew by, first tenth', '… and the rest', 'aim', ''],
    [
      `${whole.events.toLocaleString('en')} events`,
      `${whole.seconds.toFixed(1)} s`,
      ...[whole.grownAtTenth, whole.grownSince].map(megabytes),
      `under ${megabytes(mostGrown)}`,
      mark(isBounded),
    ],
  ]),
)
process.exit(isBounded && found.every(({ ratio }) => ratio <= mostRatio) ? 0 : 1)
