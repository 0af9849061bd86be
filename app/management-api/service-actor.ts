import { lockRowsBeforeAccount } from '#app/features.ts'
import { includesRole } from '#app/permissions.ts'
import type { ActionContext } from '#app/platform/action-context.ts'
import { type Actor, type PerformedBy, systemActor } from '#app/platform/actor.ts'
import type { Tx } from '#app/platform/db/connect.ts'
import { Forbidden, NotFound } from '#app/platform/errors.ts'
import { lockAccountRow } from '#app/platform/event-log/account-row-lock.ts'
import type { ServiceToken } from '#app/service-tokens/service-tokens.ts'

export type ManagementContext = ActionContext & { db: Tx }

export interface Target {
  userId: string
  /** The owner of the account sees it. */
  reason: string | null
}

/** The service as the owner of a changed account sees it. */
export function performedByService({ id, name }: ServiceToken, reason: string | null): PerformedBy {
  return { kind: 'service', id, name, reason }
}

/**
 * The service as actor on an account, whose row stays locked until the transaction ends.
 *
 * @throws NotFound
 * @throws Forbidden for an account with a role that permits something the token does not
 */
export async function serviceActor(
  { db, now }: ManagementContext,
  token: ServiceToken,
  { userId, reason }: Target,
): Promise<Actor> {
  await lockRowsBeforeAccount(db, userId)
  if (!(await lockAccountRow(db, userId))) throw new NotFound()
  const { role } = await db
    .selectFrom('users')
    .select('role')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  if (!includesRole(token.permissions, role)) throw new Forbidden()
  return { ...systemActor(userId, now), performedBy: performedByService(token, reason) }
}
