import type { ActionContext } from '#app/platform/action-context.ts'
import type { RequestOrigin, SessionActor } from '#app/platform/actor.ts'
import { emailOwner, lockEmailKeys } from '#app/platform/auth/email-owner.ts'
import {
  consumeToken,
  findToken,
  formatLink,
  issueToken,
  type MailLink,
  type OneTimeToken,
  openTokens,
} from '#app/platform/auth/one-time-tokens.ts'
import { hashPassword } from '#app/platform/auth/password-hash.ts'
import { revokeInvitation } from '#app/platform/auth/revoke-invitation.ts'
import type { Tx } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { Gone } from '#app/platform/errors.ts'
import { day } from '#app/platform/lib/durations.ts'
import { route } from '#app/platform/route.ts'
import type { EmailAddress } from '#app/platform/validation/email-address.ts'
import { type InvitedAccount, createAccountAndSignIn } from '#app/registration/registration.ts'

import { invitationMail } from './invitation.mail.ts'

export { revokeInvitation }

const purpose = 'invitation'

type TokenContext = Pick<ActionContext, 'db' | 'keys' | 'now'>

export interface Invitation {
  id: string
  email: string
  emailKey: string
  /** Unix milliseconds. */
  expiresAt: number
  /** How long it works from the day it was sent. */
  days: number
  /** The language of its mail; null for older invitations, which did not store it. */
  locale: string | null
}

/** Mails an invitation, which also proves the address. Earlier ones stop working. @returns null if there is an account */
export async function invite(
  tx: Tx,
  { keys, mailWriter, now }: Pick<ActionContext, 'keys' | 'mailWriter' | 'now'>,
  { address, days }: { address: EmailAddress; days: number },
): Promise<{ isResent: boolean } | null> {
  const { email, key } = address
  await lockEmailKeys(tx, [key])
  if (await emailOwner(tx, key)) return null
  const isResent = await revokeInvitation(tx, { keys, now }, key)
  const ttlMs = days * day
  const link = await issueToken(tx, keys, {
    purpose,
    userId: null,
    emailKey: key,
    payload: email,
    locale: mailWriter.translator.locale,
    ttlMs,
    now,
  })
  const path = route('invitation.show', { token: formatLink(link) })
  await mailWriter.send(
    tx,
    { name: '', email },
    invitationMail(mailWriter, { path, expiresAt: now + ttlMs }),
  )
  return { isResent }
}

/** Open invitations, newest first: all, or those before the one with an id. */
export async function invitations(
  { db, keys, now }: TokenContext,
  page: { limit?: number; before?: string | undefined } = {},
): Promise<Invitation[]> {
  const tokens = await openTokens(db, keys, { ...page, userId: null, purpose, now })
  return tokens.map(toInvitation)
}

/** Returns an invitation to those who manage it, without the secret that accepts it. */
export async function openInvitation(
  { db, keys, now }: TokenContext,
  id: string,
): Promise<Invitation | null> {
  const token = await findToken(db, keys, { id, purpose, now })
  return token && toInvitation(token)
}

/** The invitation of a mailed link; null for an unknown, used, revoked or expired link. */
export async function findInvitation(
  { db, keys, now }: TokenContext,
  link: MailLink,
): Promise<Invitation | null> {
  const token = await findToken(db, keys, { ...link, purpose, now })
  return token && !(await emailOwner(db, token.emailKey)) ? toInvitation(token) : null
}

/** Creates the invited account, once, and signs the user in. @throws Gone */
export async function acceptInvitation(
  context: ActionContext,
  origin: RequestOrigin,
  { link, invitation, form, replacedSession }: Acceptance,
): Promise<{ secret: string }> {
  const { db, now } = context
  const { password, ...account } = form
  const password_hash = await hashPassword(password)
  return inTransaction(db, async (tx) => {
    if (!(await consumeToken(tx, { ...link, purpose, now }))) throw new Gone()
    const { email } = invitation
    const invited = { ...account, email, password_hash, isInvited: true }
    return createAccountAndSignIn(tx, context, origin, { account: invited, replacedSession })
  })
}

interface Acceptance {
  link: MailLink
  invitation: Pick<Invitation, 'email'>
  form: InvitedAccount
  /** This browser's current session. */
  replacedSession: SessionActor | null
}

function toInvitation({ payload, createdAt, ...token }: OneTimeToken): Invitation {
  const { id, emailKey, expiresAt, locale } = token
  const days = Math.round((expiresAt - createdAt) / day)
  return { id, email: payload ?? emailKey, emailKey, expiresAt, days, locale }
}
