import { type AliasableExpression, type Expression, expressionBuilder, type SqlBool } from 'kysely'

import type { Db } from '#app/platform/db/connect.ts'

/** The part of a `Feature` that is read here. Importing the type itself would be circular. */
interface WithAccess {
  access?: { rows(db: Db, userId: string): Expression<unknown> }
}

/** Whether programs have access to the account without its password: a condition, or a column to select beside any row. */
export function hasApiAccess(
  features: readonly WithAccess[],
  db: Db,
  userId: string,
): AliasableExpression<SqlBool> {
  const { exists, or } = expressionBuilder()
  return or(features.flatMap(({ access }) => (access ? exists(access.rows(db, userId)) : [])))
}
