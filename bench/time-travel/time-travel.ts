/** What Time Travel costs, on SQLite and, where `BENCH_POSTGRES` names an empty database, on PostgreSQL. */
import { opening } from './opening.ts'

const postgres = process.env['BENCH_POSTGRES']
const met = [await opening(), ...(postgres ? [await opening(postgres)] : [])]
process.exit(met.every(Boolean) ? 0 : 1)
