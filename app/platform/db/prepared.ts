import { type CompiledQuery, SelectQueryNode } from 'kysely'

import type { Awaitable } from '#app/platform/awaitable.ts'

import type { Db } from './connect.ts'
import { SqliteReads } from './sqlite.ts'

type Value = string | number | null
type Named = Readonly<Record<string, Value>>

type Build<Values, Row> = (db: Db, values: Values) => { compile(): CompiledQuery<Row> }

/**
 * A query that is built once for each database and then only run: for the few that every request makes. Building costs
 * several times as much as running.
 *
 * @param build  binds each value as it is, as often as it likes; what it made of one (`now - week`) is refused by the first
 *   call, because it would never change again
 */
export function prepared<Values extends Named, Row>(
  build: Build<Values, Row>,
): (db: Db, values: Values) => Awaitable<Row[]> {
  const built = new WeakMap<object, Built<Row>>()

  return (db, values) => {
    // What a database shares with its transactions.
    const { adapter } = db.getExecutor()
    let known = built.get(adapter)
    if (!known) built.set(adapter, (known = compiled(build, db, values)))
    const { query, slots, read } = known
    const fill = ({ name, fixed }: Slot) => (name === null ? fixed : values[name])
    // Kysely's way to a connection and back costs as much as the query itself.
    if (read && adapter instanceof SqliteReads && !db.isTransaction)
      return adapter.rows<Row>(read.sql, read.slots.map(fill))
    return db.executeQuery<Row>({ ...query, parameters: slots.map(fill) }).then(({ rows }) => rows)
  }
}

interface Built<Row> {
  query: CompiledQuery<Row>
  slots: Slot[]
  /** How SQLite is asked, past Kysely; null for what changes something. */
  read: { sql: string; slots: Slot[] } | null
}

/** What a parameter is: a value by its name, or the same for every call. */
interface Slot {
  name: string | null
  fixed: unknown
}

/** Builds it with two sets of marks in place of values: what changes from one to the other is a value, and says which. */
function compiled<Values extends Named, Row>(
  build: Build<Values, Row>,
  db: Db,
  values: Values,
): Built<Row> {
  const [one, other] = [marks(values, 'one'), marks(values, 'other')]
  const query = build(db, one).compile()
  const again = build(db, other).compile()
  const names = Object.keys(values)

  const slots = query.parameters.map((fixed, at) => {
    const name = names.find((each) => one[each] === fixed) ?? null
    const expected = name === null ? fixed : other[name]
    if (again.parameters[at] !== expected) throw new Error(refusal)
    return { name, fixed }
  })
  const isBound = (name: string) => slots.some((slot) => slot.name === name)
  if (!names.every(isBound) || query.sql !== again.sql) throw new Error(refusal)
  return { query, slots, read: SelectQueryNode.is(query.query) ? numbered(query.sql, slots) : null }
}

/** The same with SQLite's `?1`, so that each value is bound once, however often it is compared. */
function numbered(sql: string, slots: Slot[]): { sql: string; slots: Slot[] } {
  const [first = '', ...pieces] = sql.split('?')
  // A question mark that stands for itself.
  if (pieces.length !== slots.length) return { sql, slots }
  const distinct: Slot[] = []
  const numbers = slots.map(({ name, fixed }) => {
    const known = distinct.findIndex((slot) => slot.name === name && slot.fixed === fixed)
    return known === -1 ? distinct.push({ name, fixed }) : known + 1
  })
  const text = pieces.map((piece, at) => `?${numbers[at]}${piece}`)
  return { sql: first + text.join(''), slots: distinct }
}

const refusal = 'A prepared query must bind each of its values, and as it is.'

/** In their place, and of their kind, something that no query says by itself. */
function marks<Values extends Named>(values: Values, set: 'one' | 'other'): Values {
  const entries = Object.entries(values).map(([name, value], at) => [
    name,
    typeof value === 'number' ? at + (set === 'one' ? 0.125 : 0.375) : `\0${set} ${name}`,
  ])
  return Object.fromEntries(entries) as Values
}
