import { type CompiledQuery, SelectQueryNode } from 'kysely'

import type { MaybePromise } from '#app/platform/lib/maybe-promise.ts'

import type { Db } from './connect.ts'
import { SqliteReadAdapter } from './sqlite.ts'

type SqlValue = string | number | null
type NamedValues = Readonly<Record<string, SqlValue>>

type QueryBuilder<Values, Row> = (db: Db, values: Values) => { compile(): CompiledQuery<Row> }

/**
 * A query that is compiled once per database and then only run: building costs several times as much as running. For the
 * few queries of every request.
 *
 * @param build  must bind every value unchanged, any number of times. The first call rejects a derived value such as
 *   `now - week`, because it would be frozen.
 */
export function preparedQuery<Values extends NamedValues, Row>(
  build: QueryBuilder<Values, Row>,
): (db: Db, values: Values) => MaybePromise<Row[]> {
  const cache = new WeakMap<object, CompiledEntry<Row>>()

  return (db, values) => {
    // A database shares its adapter with its transactions.
    const { adapter } = db.getExecutor()
    let cached = cache.get(adapter)
    if (!cached) cache.set(adapter, (cached = compileQuery(build, db, values)))
    const { query, parameters, sqliteRead } = cached
    const toValue = ({ name, fixed }: Parameter) => (name === null ? fixed : values[name])
    // Acquiring a connection through Kysely would cost as much as the query itself.
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
  /** The statement for SQLite reads that bypass Kysely; null for writes. */
  sqliteRead: { sql: string; parameters: Parameter[] } | null
}

interface Parameter {
  name: string | null
  fixed: unknown
}

/** Builds the query with two sets of marker values, which shows the value that each parameter is bound to. */
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

/** Numbers the parameters (`?1`), so that SQLite binds each distinct value once. */
function numberParameters(
  sql: string,
  parameters: Parameter[],
): { sql: string; parameters: Parameter[] } {
  const [first = '', ...pieces] = sql.split('?')
  // The text contains a literal question mark.
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

const unboundValueMessage = 'A prepared query must bind every value unchanged'

/** Values of the same types that no query contains as constants. */
function markerValues<Values extends NamedValues>(values: Values, set: 'one' | 'other'): Values {
  const entries = Object.entries(values).map(([name, value], at) => [
    name,
    typeof value === 'number' ? at + (set === 'one' ? 0.125 : 0.375) : `\0${set} ${name}`,
  ])
  return Object.fromEntries(entries) as Values
}
