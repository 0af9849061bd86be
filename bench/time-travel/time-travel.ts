/** Measures Time Travel on SQLite and, if `BENCH_POSTGRES` names an empty database, on PostgreSQL. */
import { measurePageLoads } from './measure-page-loads.ts'

const postgresUrl = process.env['BENCH_POSTGRES']
const targetsMet = [
  await measurePageLoads(),
  ...(postgresUrl ? [await measurePageLoads(postgresUrl)] : []),
]
process.exit(targetsMet.every(Boolean) ? 0 : 1)
