import type { ActionContext } from '#app/platform/action-context.ts'
import type { Tx } from '#app/platform/db/connect.ts'
import { countRows } from '#app/platform/db/count-rows.ts'

import { maxMembersInMail, recentRoleDays } from './limits.ts'
import { teamMembersToCheckMail } from './notices.mail.ts'
import { mailOwnersAbout } from './notify-owners.ts'
import { membersWithRoleFrom } from './role-givers.ts'

interface TeamName {
  id: string
  name: string
  slug: string
}

/**
 * Tells the owners which members joined lately, or got a wider role, through an account that was taken over: one of them may be the thief's
 * accomplice. Nobody is removed, since most of them are colleagues. After a proven report, they are told once of each.
 */
export async function mailMembersToCheck(
  tx: Tx,
  context: Pick<ActionContext, 'mailWriter' | 'now'>,
  team: TeamName,
  { userId, isProven }: { userId: string; isProven: boolean },
): Promise<void> {
  const account = { teamId: team.id, userId, now: context.now }
  const members = await newestMembersWithRoleFrom(tx, account)
  if (members.length === 0) return
  const others = (await countRows(membersWithRoleFrom(tx, account))) - members.length
  const mail = teamMembersToCheckMail(team, { members, others, days: recentRoleDays })
  await mailOwnersAbout(tx, context, account, mail)
  if (!isProven) return
  const ids = members.map(({ user_id }) => user_id)
  await tx
    .updateTable('team_members')
    .set({ role_given_by: null })
    .where('team_id', '=', team.id)
    .where('role_given_by', '=', userId)
    .where('user_id', 'in', ids)
    .execute()
}

/** Those whom the account let in come first, so that a thief cannot hide one of them behind changes of many roles. */
const newestMembersWithRoleFrom = (
  tx: Tx,
  account: { teamId: string; userId: string; now: number },
) =>
  membersWithRoleFrom(tx, account)
    .innerJoin('users', 'users.id', 'team_members.user_id')
    .select(['team_members.user_id', 'users.name', 'users.email'])
    .orderBy((eb) =>
      eb.case().when('role_given_at', '=', eb.ref('joined_at')).then(0).else(1).end(),
    )
    .orderBy('role_given_at', 'desc')
    .orderBy('team_members.user_id')
    .limit(maxMembersInMail)
    .execute()
