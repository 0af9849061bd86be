import type { SelectQueryBuilder } from 'kysely'

import type { Db } from '#app/platform/db/connect.ts'
import type { Schema } from '#app/platform/db/schema.ts'

type Part<Row> = SelectQueryBuilder<Schema, 'events', Row>

/** A database refuses statements with many more parts. */
export const mostParts = 200

/**
 * The same part of a record for each of several things, in one statement. Each is found in an index at its own place; asked
 * for together (`in`), databases rather read everything and throw most of it away.
 *
 * @param parts  from 1 to `mostParts`
 */
export function each<Row>(db: Db, parts: Part<Row>[]) {
  if (parts.length > mostParts) throw new Error(`${parts.length} parts are too many.`)
  const [first, ...others] = parts.map((part) => db.selectFrom(part.as('one')).selectAll())
  if (!first) throw new Error('There is nothing to look for.')
  const all = others.reduce((union, one) => union.unionAll(one), first)
  return db.selectFrom(all.as('all')).selectAll()
}
