import type { SelectQueryBuilder } from 'kysely'

import type { Db } from '#app/platform/db/connect.ts'
import type { Schema } from '#app/platform/db/schema.ts'

type EventsQuery<Row> = SelectQueryBuilder<Schema, 'events', Row>

/** A database refuses statements with many more parts. */
export const maxQueries = 200

/**
 * The same part of a record for each of several things, in one statement. Each is found in an index at its own place; asked
 * for together (`in`), databases rather read everything and throw most of it away.
 *
 * @param queries  from 1 to `mostParts`
 */
export function unionQueries<Row>(db: Db, queries: EventsQuery<Row>[]) {
  if (queries.length > maxQueries) throw new Error(`${queries.length} parts are too many.`)
  const [first, ...others] = queries.map((query) => db.selectFrom(query.as('one')).selectAll())
  if (!first) throw new Error('There is nothing to look for.')
  const all = others.reduce((union, one) => union.unionAll(one), first)
  return db.selectFrom(all.as('all')).selectAll()
}
