import type { ActionContext } from '#app/platform/action-context.ts'
import type { Tx } from '#app/platform/db/connect.ts'

import { maxNamesInMail, recentRoleDays, recentRoleMs } from './limits.ts'
import { teamMembersToCheckMail } from './notices.mail.ts'
import { mailOwnersAbout } from './notify-owners.ts'

/**
 * Tells the owners which members joined lately, or got their role, through an account that was taken over: one of them may be the thief's
 * accomplice. Nobody is removed, since most of them are colleagues. After a proven report, they are told once.
 */
export async function mailMembersToCheck(
  tx: Tx,
  context: Pick<ActionContext, 'mailWriter' | 'now'>,
  team: { id: string; name: string; slug: string },
  { userId, isProven }: { userId: string; isProven: boolean },
): Promise<void> {
  const members = await tx
    .selectFrom('team_members')
    .innerJoin('users', 'users.id', 'team_members.user_id')
    .select('users.name')
    .where('team_id', '=', team.id)
    .where('role_given_by', '=', userId)
    .where('role_given_at', '>', context.now - recentRoleMs)
    .where('user_id', '!=', userId)
    .orderBy('role_given_at', 'desc')
    .orderBy('user_id')
    .limit(maxNamesInMail + 1)
    .execute()
  if (members.length > 0) {
    const shown = members.slice(0, maxNamesInMail).map(({ name }) => name)
    const names = members.length > shown.length ? [...shown, '…'] : shown
    const mail = teamMembersToCheckMail(team, { names, days: recentRoleDays })
    await mailOwnersAbout(tx, context, { teamId: team.id, userId }, mail)
  }
  if (isProven)
    await tx
      .updateTable('team_members')
      .set({ role_given_by: null })
      .where('team_id', '=', team.id)
      .where('role_given_by', '=', userId)
      .execute()
}
