import type { ActionContext } from '#app/platform/action-context.ts'
import type { Actor } from '#app/platform/actor.ts'
import { emailOwner } from '#app/platform/auth/email-owner.ts'
import { formatLink, type MailLink } from '#app/platform/auth/one-time-tokens.ts'
import type { Tx } from '#app/platform/db/connect.ts'
import type { MailBudget } from '#app/platform/mail/mail-rate-limits.ts'
import { inLanguageOf } from '#app/platform/mail/mail-writer.ts'
import { notify } from '#app/platform/notifications/notify.ts'
import { route } from '#app/platform/route.ts'
import { emailKey } from '#app/platform/validation/email-address.ts'
import { accountName, type Membership, memberOf } from '#app/teams/teams.ts'

import { teamInvitationMail } from './invitation.mail.ts'
import { teamInvitationLifetimeMs } from './limits.ts'

interface MailedInvitation {
  team: Membership
  inviter: Actor
  email: string
  link: MailLink
}

/**
 * Mails the link; somebody with an account is notified there too, but not a member, whose other address was invited.
 *
 * @param budget  of a mail that is not counted yet
 */
export async function mailInvitation(
  tx: Tx,
  { mailWriter, now }: Pick<ActionContext, 'mailWriter' | 'now'>,
  { team, inviter: { userId, performedBy }, email, link }: MailedInvitation,
  budget?: MailBudget,
): Promise<void> {
  // An owner in whose name the operator acts did not invite anybody.
  const inviter = performedBy ? null : await accountName(tx, userId)
  const path = route('team-invitation.show', { token: formatLink(link) })
  const owner = await emailOwner(tx, emailKey(email))
  const invited = { type: 'team-invited', data: { team: team.name } } as const
  if (owner && !(await memberOf(tx, team.id, owner.id)))
    await notify(tx, { userId: owner.id, sessionId: null, now }, invited)
  const expiresAt = now + teamInvitationLifetimeMs
  const mail = teamInvitationMail(inLanguageOf(mailWriter, owner?.locale ?? null), {
    team: team.name,
    inviter,
    path,
    expiresAt,
  })
  await mailWriter.send(tx, { name: '', email }, mail, budget)
}
