import { type AliasableExpression, expressionBuilder, type SqlBool } from 'kysely'

import { features } from '#app/features.ts'
import type { Actor } from '#app/platform/actor.ts'
import type { Db, Tx } from '#app/platform/db/connect.ts'
import type { RevocationReason } from '#app/platform/feature.ts'

/** Whether programs have access to the account without its password, to select beside any row. */
export function hasApiAccess(db: Db, userId: string): AliasableExpression<SqlBool> {
  const { exists, or } = expressionBuilder()
  return or(features.flatMap(({ access }) => (access ? exists(access.rows(db, userId)) : [])))
}

/** @returns whether there was any */
export async function revokeApiAccess(
  tx: Tx,
  actor: Actor,
  reason: RevocationReason,
): Promise<boolean> {
  let revoked = 0
  for (const { access } of features) revoked += (await access?.revokeAll(tx, actor, reason)) ?? 0
  return revoked > 0
}
