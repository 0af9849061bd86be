import type { TeamNotificationType } from '#app/notification-types.ts'
import type { ActionContext } from '#app/platform/action-context.ts'
import type { Tx } from '#app/platform/db/connect.ts'
import { notify } from '#app/platform/notifications/notify.ts'

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

/** Also by mail, which may have names. */
export async function mailOwners(
  tx: Tx,
  context: Pick<ActionContext, 'mailWriter' | 'now'>,
  teamId: string,
  mail: TeamMail,
): Promise<void> {
  for (const userId of await ownersOf(tx, teamId)) await sendTeamMail(tx, context, userId, mail)
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
