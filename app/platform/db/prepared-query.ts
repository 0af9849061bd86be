import { type CompiledQuery, SelectQueryNode } from 'kysely'

import type { MaybePromise } from '#app/platform/lib/maybe-promise.ts'

import type { Db } from './connect.ts'
import { SqliteReadAdapter } from './sqlite.ts'

type SqlValue = string | number | null
type NamedValues = Readonly<Record<string, SqlValue>>

type QueryBuilder<Values, Row> = (db: Db, values: Values) => { compile(): CompiledQuery<Row> }

/**
 * A query that is built once for each database and then only run: for the few that every request makes. Building costs
 * several times as much as running.
 *
 * @param build  binds each value as it is, as often as it likes; what it made of one (`now - week`) is refused by the first
 *   call, because it would never change again
 */
export function preparedQuery<Values extends NamedValues, Row>(
  build: QueryBuilder<Values, Row>,
): (db: Db, values: Values) => MaybePromise<Row[]> {
  const cache = new WeakMap<object, CompiledEntry<Row>>()

  return (db, values) => {
    // What a database shares with its transactions.
    const { adapter } = db.getExecutor()
    let cached = cache.get(adapter)
    if (!cached) cache.set(adapter, (cached = compileQuery(build, db, values)))
    const { query, parameters, sqliteRead } = cached
    const toValue = ({ name, fixed }: Parameter) => (name === null ? fixed : values[name])
    // Kysely's way to a connection and back costs as much as the query itself.
    if (sqliteRead && adapter instanceof SqliteReadAdapter && !db.isTransaction)
      return adapter.rows<Row>(sqliteRead.sql, sqliteRead.parameters.map(toValue))
    return db
      .executeQuery<Row>({ ...query, parameters: parameters.map(toValue) })
      .then(({ rows }) => rows)
  }
}

interface CompiledEntry<Row> {
  query: CompiledQuery<Row>
  parameters: Parameter[]
  /** How SQLite is asked, past Kysely; null for what changes something. */
  sqliteRead: { sql: string; parameters: Parameter[] } | null
}

/** What a parameter is: a value by its name, or the same for every call. */
interface Parameter {
  name: string | null
  fixed: unknown
}

/** Builds it with two sets of marks in place of values: what changes from one to the other is a value, and says which. */
function compileQuery<Values extends NamedValues, Row>(
  build: QueryBuilder<Values, Row>,
  db: Db,
  values: Values,
): CompiledEntry<Row> {
  const [firstMarkers, secondMarkers] = [markerValues(values, 'one'), markerValues(values, 'other')]
  const query = build(db, firstMarkers).compile()
  const secondQuery = build(db, secondMarkers).compile()
  const names = Object.keys(values)

  const parameters = query.parameters.map((fixed, at) => {
    const name = names.find((candidate) => firstMarkers[candidate] === fixed) ?? null
    const expected = name === null ? fixed : secondMarkers[name]
    if (secondQuery.parameters[at] !== expected) throw new Error(unboundValueMessage)
    return { name, fixed }
  })
  const isBound = (name: string) => parameters.some((parameter) => parameter.name === name)
  if (!names.every(isBound) || query.sql !== secondQuery.sql) throw new Error(unboundValueMessage)
  return {
    query,
    parameters,
    sqliteRead: SelectQueryNode.is(query.query) ? numberParameters(query.sql, parameters) : null,
  }
}

/** The same with SQLite's `?1`, so that each value is bound once, however often it is compared. */
function numberParameters(
  sql: string,
  parameters: Parameter[],
): { sql: string; parameters: Parameter[] } {
  const [first = '', ...pieces] = sql.split('?')
  // A question mark that stands for itself.
  if (pieces.length !== parameters.length) return { sql, parameters }
  const distinct: Parameter[] = []
  const numbers = parameters.map(({ name, fixed }) => {
    const existingIndex = distinct.findIndex(
      (parameter) => parameter.name === name && parameter.fixed === fixed,
    )
    return existingIndex === -1 ? distinct.push({ name, fixed }) : existingIndex + 1
  })
  const text = pieces.map((piece, at) => `?${numbers[at]}${piece}`)
  return { sql: first + text.join(''), parameters: distinct }
}

const unboundValueMessage = 'A prepared query must bind each of its values, and as it is.'

/** In their place, and of their kind, something that no query says by itself. */
function markerValues<Values extends NamedValues>(values: Values, set: 'one' | 'other'): Values {
  const entries = Object.entries(values).map(([name, value], at) => [
    name,
    typeof value === 'number' ? at + (set === 'one' ? 0.125 : 0.375) : `\0${set} ${name}`,
  ])
  return Object.fromEntries(entries) as Values
}
