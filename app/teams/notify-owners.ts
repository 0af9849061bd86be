import type { TeamNotificationType } from '#app/notification-types.ts'
import { teamRolesWith } from '#app/permissions.ts'
import type { ActionContext } from '#app/platform/action-context.ts'
import type { Tx } from '#app/platform/db/connect.ts'
import { notify } from '#app/platform/notifications/notify.ts'

import { membersWithRoleFrom } from './role-givers.ts'
import { sendTeamMail, type TeamMail } from './team-mail.ts'

/** Notifies the owners in the application only, without a mail and without the name of a member, which would outlive its account. */
export async function notifyOwners(
  tx: Tx,
  { teamId, by, now }: { teamId: string; by: string | null; now: number },
  { type, ...data }: { type: TeamNotificationType; team: string; target?: string },
): Promise<void> {
  for (const userId of await ownersOf(tx, teamId))
    if (userId !== by) await notify(tx, { userId, sessionId: null, now }, { type, data })
}

/**
 * Tells the owners of an account that may have been taken over, also by mail, which may have names. Those who have their role from it may be
 * the thief's accomplices. If no other owner is left, the account itself and the members learn of it who may remove others.
 */
export async function mailOwnersAbout(
  tx: Tx,
  context: Pick<ActionContext, 'mailWriter' | 'now'>,
  account: { teamId: string; userId: string },
  mail: TeamMail,
): Promise<void> {
  const members = await tx
    .selectFrom('team_members')
    .select(['user_id', 'role'])
    .where('team_id', '=', account.teamId)
    .where('role', 'in', teamRolesWith('members.remove'))
    .where(
      'user_id',
      'not in',
      membersWithRoleFrom(tx, { ...account, now: context.now }).select('user_id'),
    )
    .execute()
  const owners = members.filter(({ role }) => role === 'owner')
  const recipients = owners.length > 0 ? owners : [...members, { user_id: account.userId }]
  const ids = new Set(recipients.map(({ user_id }) => user_id))
  for (const userId of [...ids].toSorted()) await sendTeamMail(tx, context, userId, mail)
}

async function ownersOf(tx: Tx, teamId: string): Promise<string[]> {
  const owners = await tx
    .selectFrom('team_members')
    .select('user_id')
    .where('team_id', '=', teamId)
    .where('role', '=', 'owner')
    .orderBy('user_id')
    .execute()
  return owners.map(({ user_id }) => user_id)
}
