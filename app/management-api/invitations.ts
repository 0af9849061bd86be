import { msg } from '@foyer/i18n'
import type { z } from 'zod'

import {
  invitations,
  invite,
  openInvitation,
  revokeInvitation,
} from '#app/invitations/invitations.ts'
import type { ActionContext } from '#app/platform/action-context.ts'
import { NotFound, ValidationError } from '#app/platform/errors.ts'
import { toIso } from '#app/platform/lib/iso-time.ts'
import { inLanguageOf } from '#app/platform/mail/mail-writer.ts'
import { paginate, type PageQuery } from '#app/platform/validation/api-schemas.ts'
import { emailKey } from '#app/platform/validation/email-address.ts'

import type { NewInvitationBody } from './schemas.ts'
import type { ManagementContext } from './service-actor.ts'

export async function listInvitations(
  context: ActionContext,
  { cursor, limit }: z.output<typeof PageQuery>,
) {
  const rows = await invitations(context, { limit: limit + 1, before: cursor })
  return paginate(rows, limit, ({ id, email, expiresAt }) => ({
    id,
    email,
    expires_at: toIso(expiresAt),
  }))
}

/** @throws ValidationError for an address that has an account */
export async function inviteByService(
  { db, mailWriter, ...context }: ManagementContext,
  { email, days, locale = null }: z.output<typeof NewInvitationBody>,
): Promise<void> {
  const inLanguage = { ...context, mailWriter: inLanguageOf(mailWriter, locale) }
  const address = { email, key: emailKey(email) }
  const invited = await invite(db, inLanguage, { address, days })
  if (!invited) throw new ValidationError({ email: msg('This address already has an account.') })
}

/** @throws NotFound */
export async function revokeInvitationById(context: ManagementContext, id: string): Promise<void> {
  const invitation = await openInvitation(context, id)
  const isRevoked = invitation && (await revokeInvitation(context.db, context, invitation.emailKey))
  if (!isRevoked) throw new NotFound()
}
