import { type Expression, expressionBuilder } from 'kysely'

import type { Schema } from '#app/platform/db/schema.ts'

/**
 * The time of the latest lock among these accounts; null while none of them is locked.
 *
 * @param except  an account whose lock does not count
 */
export function lockedSince(accounts: readonly Expression<string | null>[], { except = '' } = {}) {
  return expressionBuilder<Schema, never>()
    .selectFrom('users')
    .select(({ fn }) => fn.max('users.locked_at').as('locked_at'))
    .where('users.id', 'in', accounts)
    .where('users.id', '!=', except)
    .$asScalar()
}
