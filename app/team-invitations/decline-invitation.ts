import type { ActionContext } from '#app/platform/action-context.ts'
import type { MailLink } from '#app/platform/auth/one-time-tokens.ts'
import type { Tx } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { Gone } from '#app/platform/errors.ts'
import { recordTeamEvent } from '#app/team-log/team-log.ts'
import { notifyOwners } from '#app/teams/teams.ts'

import { consumeInvitation, findTeamInvitation, type TeamInvitation } from './accept-invitation.ts'

/** Deletes the invitation. Needs nothing but the link, because it only takes something away from its recipient. @throws Gone */
export async function declineTeamInvitation(
  context: Pick<ActionContext, 'db' | 'now'>,
  link: MailLink,
): Promise<void> {
  const invitation = await findTeamInvitation(context, link)
  if (!invitation) throw new Gone()
  await inTransaction(context.db, async (tx) => {
    await consumeInvitation(tx, context, { invitation, secret: link.secret })
    await recordDecline(tx, context, invitation, null)
  })
}

/** @param by  null for somebody with the link */
export async function recordDecline(
  tx: Tx,
  { now }: Pick<ActionContext, 'now'>,
  { id, teamId, team }: Pick<TeamInvitation, 'id' | 'teamId' | 'team'>,
  by: string | null,
): Promise<void> {
  const log = { teamId, by, now }
  await recordTeamEvent(tx, log, 'invitation.declined', { invitation: id })
  await notifyOwners(tx, log, { type: 'team-invitation-declined', team })
}
