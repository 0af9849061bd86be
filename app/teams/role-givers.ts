import type { Db, Tx } from '#app/platform/db/connect.ts'
import { ValidationError } from '#app/platform/errors.ts'
import type { LogActor } from '#app/team-log/team-log.ts'

import { recentRoleMs } from './limits.ts'

interface TeamAccount {
  teamId: string
  userId: string
  now: number
}

/**
 * The members whom an account, or one of them, has lately let into a team or given a wider role. If the account was taken over, one of them
 * may be the thief's accomplice. Not of any time, or a founder would have a hold on everybody for ever.
 */
export const membersWithRoleFrom = (db: Db, account: TeamAccount) =>
  db
    .selectFrom('team_members')
    .where('team_id', '=', account.teamId)
    .where('team_members.user_id', 'in', withRoleFrom(db, account))
    .where('team_members.user_id', '!=', account.userId)

const withRoleFrom = (db: Db, { teamId, userId, now }: TeamAccount) =>
  db
    .withRecursive('dependents(user_id)', (cte) =>
      cte
        .selectFrom('team_members')
        .select('team_members.user_id')
        .where('team_id', '=', teamId)
        .where('role_given_by', '=', userId)
        .where('role_given_at', '>', now - recentRoleMs)
        .union(
          cte
            .selectFrom('team_members')
            .innerJoin('dependents', 'dependents.user_id', 'role_given_by')
            .select('team_members.user_id')
            .where('team_id', '=', teamId)
            .where('role_given_at', '>', now - recentRoleMs),
        ),
    )
    .selectFrom('dependents')
    .select('dependents.user_id')

/** Whether the acting member may answer for what another account did: not if they have their role from it. The operator may. */
export async function mayAnswerFor(
  tx: Tx,
  { teamId, by, now }: LogActor,
  userId: string,
): Promise<boolean> {
  if (by === null) return true
  const dependent = await membersWithRoleFrom(tx, { teamId, userId, now })
    .select('user_id')
    .where('team_members.user_id', '=', by)
    .executeTakeFirst()
  return dependent === undefined
}

/**
 * Before a member makes work what the lock of an account keeps off, and answers for it from then on.
 *
 * @param authors  the accounts that made it work
 * @throws ValidationError when the member has their role from one of these that is locked
 */
export async function requireMayAnswerForLocked(
  tx: Tx,
  log: LogActor,
  authors: readonly (string | null)[],
): Promise<void> {
  const locked = await tx
    .selectFrom('users')
    .select('id')
    .where('id', 'in', ['', ...authors.filter((id) => id !== null)])
    .where('locked_at', 'is not', null)
    .execute()
  for (const { id } of locked)
    if (!(await mayAnswerFor(tx, log, id)))
      throw new ValidationError({
        form: 'The account that set this up is locked, and you have your role from it. Ask another member to enable it.',
      })
}
