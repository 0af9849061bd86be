import { msg } from '@foyer/i18n'
import { z } from 'zod'

import {
  type Invitation,
  invitations,
  invite,
  openInvitation,
  revokeInvitation,
} from '#app/invitations/invitations.ts'
import { defaultInvitationDays, maxInvitationDays } from '#app/invitations/limits.ts'
import type { ActionContext } from '#app/platform/action-context.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { NotFound, ValidationError } from '#app/platform/errors.ts'
import { toIso } from '#app/platform/lib/iso-time.ts'
import { paginateRows } from '#app/platform/lib/paginate-rows.ts'
import { inLanguageOf } from '#app/platform/mail/mail-writer.ts'
import { emailKey } from '#app/platform/validation/email-address.ts'
import { newEmail } from '#app/platform/validation/form-fields.ts'
import { offeredWaitlist } from '#app/waitlist/waitlist.ts'

import { invitationsPerPage } from './limits.ts'
import type { AdminPages, ListedAddress } from './pages.ts'

const cursor = z
  .string()
  .regex(/^[0-9a-f-]{36}$/)
  .optional()
  .catch(undefined)

export const InvitationListParams = z.object({ before: cursor, after: cursor })

const daysMessage = 'Enter a whole number of days.'

const tooManyDays = msg.n(
  maxInvitationDays,
  'An invitation works for at most one day.',
  'An invitation works for at most {count} days.',
)

export const InviteForm = z.object({
  email: newEmail,
  days: z
    .union([z.string(), z.number()], daysMessage)
    .optional()
    .transform((typed, context) => {
      const text = String(typed ?? '').trim()
      const days = text === '' ? defaultInvitationDays : /^\d{1,4}$/.test(text) ? Number(text) : 0
      if (days >= 1 && days <= maxInvitationDays) return days
      const message = days > maxInvitationDays ? tooManyDays : msg(daysMessage)
      context.addIssue({ code: 'custom', message: 'days', params: { message } })
      return z.NEVER
    }),
  /** The language of the mail; an unknown one falls back to the administrator's. */
  language: z.string().max(35).optional().catch(undefined),
})

/** Reads one page of each list by key. */
export async function invitationsPage(
  context: Pick<ActionContext, 'db' | 'keys' | 'now' | 'config'>,
  { before, after }: z.output<typeof InvitationListParams>,
): Promise<AdminPages['Admin/Invitations']> {
  const limit = invitationsPerPage + 1
  const open = await invitations(context, { limit, before })
  const waiting = await offeredWaitlist(context, { limit, after })
  const waitlist =
    waiting && pageOfAddresses(waiting.map(({ created_at: ms, ...entry }) => ({ ...entry, ms })))
  const { list, next } = pageOfAddresses(
    open.map(({ expiresAt: ms, ...entry }) => ({ ...entry, ms })),
  )
  return {
    invitations: list,
    nextInvitations: next,
    waitlist: waitlist?.list ?? null,
    nextWaiting: waitlist?.next ?? null,
    defaultDays: defaultInvitationDays,
    maxDays: maxInvitationDays,
  }
}

function pageOfAddresses(rows: { id: string; email: string; ms: number }[]): {
  list: ListedAddress[]
  next: string | null
} {
  const page = paginateRows(rows, invitationsPerPage, ({ id }) => id)
  const list = page.rows.map(({ id, email, ms }) => ({ id, email, at: toIso(ms) }))
  return { list, next: page.next }
}

/** @throws ValidationError */
export async function inviteAddress(
  { mailWriter, ...context }: ActionContext,
  { email, days, language }: z.output<typeof InviteForm>,
): Promise<void> {
  const inLanguage = { ...context, mailWriter: inLanguageOf(mailWriter, language ?? null) }
  const address = { email, key: emailKey(email) }
  const invited = await inTransaction(context.db, (tx) => invite(tx, inLanguage, { address, days }))
  if (!invited) throw new ValidationError({ email: msg('This address already has an account.') })
}

/** @throws NotFound */
export async function findInvitationById(context: ActionContext, id: string): Promise<Invitation> {
  const invitation = await openInvitation(context, id)
  if (!invitation) throw new NotFound()
  return invitation
}

/** Sends a new link, in the language and for the time of the earlier one, which stops working. @returns false if the address has an account by now @throws NotFound */
export async function resendInvitation(
  { mailWriter, ...context }: ActionContext,
  { email, emailKey: key, locale, days }: Invitation,
): Promise<boolean> {
  const inLanguage = { ...context, mailWriter: inLanguageOf(mailWriter, locale) }
  return inTransaction(context.db, async (tx) => {
    const invited = await invite(tx, inLanguage, { address: { email, key }, days })
    // Somebody else has just revoked it.
    if (invited && !invited.isResent) throw new NotFound()
    return invited !== null
  })
}

/** @throws NotFound */
export async function revokeOpenInvitation(
  context: ActionContext,
  { emailKey: key }: Invitation,
): Promise<void> {
  const isRevoked = await inTransaction(context.db, (tx) => revokeInvitation(tx, context, key))
  if (!isRevoked) throw new NotFound()
}
