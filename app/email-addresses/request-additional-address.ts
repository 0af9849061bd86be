import { msg } from '@foyer/i18n'
import { z } from 'zod'

import { addressTakenMail } from '#app/email-change/email-change.ts'
import type { ActionContext } from '#app/platform/action-context.ts'
import type { Actor } from '#app/platform/actor.ts'
import { additionalAddresses, emailOwner } from '#app/platform/auth/email-owner.ts'
import { linkLifetimeMs } from '#app/platform/auth/limits.ts'
import { type CodeRequester, issueCodeFor } from '#app/platform/auth/mailed-codes.ts'
import {
  formatLink,
  issueToken,
  type OneTimeToken,
  openTokens,
  revokeTokensForAddress,
} from '#app/platform/auth/one-time-tokens.ts'
import { rejectRequiredProviderDomain } from '#app/platform/auth/required-provider.ts'
import type { Config } from '#app/platform/config/config.ts'
import type { Tx } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { ValidationError } from '#app/platform/errors.ts'
import { lockAccountRow } from '#app/platform/event-log/account-row-lock.ts'
import { maySendMail } from '#app/platform/mail/mail-rate-limits.ts'
import { recipientOf } from '#app/platform/mail/mail-writer.ts'
import { route } from '#app/platform/route.ts'
import { emailKey } from '#app/platform/validation/email-address.ts'
import { checkbox, chosenEmail } from '#app/platform/validation/form-fields.ts'

import { confirmAddressMail } from './confirm-address.mail.ts'
import { maxAdditionalAddresses } from './limits.ts'

const purpose = 'email-address'

export const emailAddressForm = (config: Config) =>
  z.object({ email: chosenEmail(config), recovery_only: checkbox })

export interface AddressClaim {
  email: string
  isRecoveryOnly: boolean
}

export function parseClaim({ payload }: Pick<OneTimeToken, 'payload'>): AddressClaim {
  return JSON.parse(payload ?? '')
}

/**
 * Mails a link that proves the address. Until then the account has no claim to it, so nobody is kept from an address that is
 * theirs. The response does not reveal that an address belongs to another account; only the mail differs.
 *
 * @param requester  the browser that can prove it by the code of the mail
 * @throws ValidationError for an address that the account has, or when it has `maxAdditionalAddresses`
 */
export async function requestEmailAddress(
  context: ActionContext,
  actor: Actor,
  form: z.output<ReturnType<typeof emailAddressForm>>,
  requester: CodeRequester | null,
): Promise<void> {
  const { db, limits } = context
  const claim = { email: form.email, isRecoveryOnly: form.recovery_only }
  rejectRequiredProviderDomain(claim.email, context.config)
  const maySend = await maySendMail(limits, { to: claim.email, ...actor })
  await inTransaction(db, async (tx) => {
    await lockAccountRow(tx, actor.userId)
    const key = emailKey(claim.email)
    const owner = await emailOwner(tx, key)
    if (owner?.id === actor.userId)
      throw new ValidationError({ email: 'Your account has this address already.' })
    const hasPending = await requireRoom(tx, context, actor, key)
    // Without another mail, the link in the last one must stay valid.
    if (!maySend && hasPending) return
    const path = await replaceLink(tx, context, actor, { key, claim })
    const { keys, now } = context
    const target = { purpose, emailKey: key, userId: actor.userId, payload: path, now } as const
    const code = await issueCodeFor(requester, tx, keys, target)
    if (!maySend) return
    const { mailWriter } = context
    const recipient = owner ? recipientOf(owner) : { name: '', email: claim.email }
    const mail = owner
      ? addressTakenMail(mailWriter, owner.locale)
      : confirmAddressMail(mailWriter, path, claim, code)
    await mailWriter.send(tx, recipient, mail)
  })
}

/** @returns whether the address waits for its link already. @throws ValidationError */
async function requireRoom(
  tx: Tx,
  { keys, now }: ActionContext,
  { userId }: Actor,
  key: string,
): Promise<boolean> {
  const pending = await openTokens(tx, keys, { userId, purpose, now })
  const others = pending.filter((token) => token.emailKey !== key)
  const proved = await additionalAddresses(tx, userId)
  if (proved.length + others.length >= maxAdditionalAddresses)
    throw new ValidationError({ email: tooManyMessage() })
  return others.length < pending.length
}

export const tooManyMessage = () =>
  msg('An account can have {count} additional addresses. Remove one first.', {
    count: maxAdditionalAddresses,
  })

async function replaceLink(
  tx: Tx,
  { keys, now }: ActionContext,
  { userId }: Actor,
  { key, claim }: { key: string; claim: AddressClaim },
): Promise<string> {
  await revokeClaim(tx, { keys, now }, { userId, emailKey: key })
  const link = await issueToken(tx, keys, {
    purpose,
    userId,
    emailKey: key,
    payload: JSON.stringify(claim),
    ttlMs: linkLifetimeMs,
    now,
  })
  return route('email-address.confirm', { token: formatLink(link) })
}

/** Revokes the account's links to one address. @returns whether there were any */
export async function revokeClaim(
  tx: Tx,
  { keys, now }: Pick<ActionContext, 'keys' | 'now'>,
  { userId, emailKey: key }: { userId: string; emailKey: string },
): Promise<boolean> {
  const links = { emailKey: key, purpose, now } as const
  return revokeTokensForAddress(tx, keys, links, (token) => token.userId === userId)
}
