import { msg } from '@foyer/i18n'
import { z } from 'zod'

import { cancelDeletion, requestDeletion } from '#app/account-deletion/account-deletion.ts'
import {
  accountLockedNotice,
  accountUnlockedNotice,
  isLockedByOperator,
  lockAccount,
  unlockAccount,
} from '#app/account-lock/account-lock.ts'
import { requestExport } from '#app/data-export/data-export.ts'
import { sendVerification } from '#app/email-verification/email-verification.ts'
import { sendPasswordLink } from '#app/password/password.ts'
import { permissionsOfRole } from '#app/permissions.ts'
import type { ActionContext } from '#app/platform/action-context.ts'
import { type Actor, performedByKind } from '#app/platform/actor.ts'
import { requiredProvider } from '#app/platform/auth/required-provider.ts'
import type { Tx } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { Forbidden, ValidationError } from '#app/platform/errors.ts'
import { recordEvent } from '#app/platform/event-log/record-event.ts'
import { inLanguageOf } from '#app/platform/mail/mail-writer.ts'
import { sendSecurityNotice } from '#app/platform/mail/security-notice.ts'
import { endSessions } from '#app/platform/sessions/end-sessions.ts'
import { nameField } from '#app/platform/validation/form-fields.ts'
import { resetSecondFactors } from '#app/two-factor/two-factor.ts'

import { signedOutEverywhereNotice } from './signed-out-everywhere.mail.ts'

export const ChangeAccountForm = z.object({
  /** Shown to the owner of the account. */
  reason: nameField('Enter a reason. The owner of the account sees it.'),
})

/** Shown to administrators only: strangers never learn that no mail was sent. */
export const tooManyMails = 'This address got many emails lately. Try again later.'

export type AccountChange = (context: ActionContext, actor: Actor) => Promise<void>

/**
 * The changes that administrators and services make to an account. Each is recorded in its log, with who did it and why.
 */
export const accountChanges = {
  lock: (context, actor) =>
    inTransaction(context.db, async (tx) => {
      if ((await lockAccount(tx, context, actor, kindOf(actor))) === null) return
      await sendSecurityNotice(tx, context, actor, accountLockedNotice())
    }),

  unlock: (context, actor) =>
    inTransaction(context.db, async (tx) => {
      await requireRightToUnlock(tx, actor)
      if (!(await unlockAccount(tx, actor, kindOf(actor)))) return
      await sendSecurityNotice(tx, context, actor, accountUnlockedNotice())
    }),

  'end-sessions': (context, actor) =>
    inTransaction(context.db, async (tx) => {
      const ended = await endSessions(tx, actor, { by: kindOf(actor), why: 'ended' })
      if (ended > 0) await sendSecurityNotice(tx, context, actor, signedOutEverywhereNotice())
    }),

  'send-password-link': (context, actor) =>
    inTransaction(context.db, async (tx) => {
      await requireUsablePassword(tx, context, actor.userId)
      await sendPasswordLink(tx, context, actor)
    }),

  'send-verification': (context, actor) =>
    inTransaction(context.db, (tx) => sendVerificationFor(tx, context, actor)),

  'reset-two-factor': (context, actor) =>
    inTransaction(context.db, (tx) => resetSecondFactors(tx, context, actor)),

  delete: requestDeletion,

  keep: cancelDeletion,

  export: (context, actor) => requestExport(context, actor, async () => {}),
} as const satisfies Record<string, AccountChange>

const kindOf = (actor: Actor) => performedByKind(actor, 'administrator')

/** @throws ValidationError when no mail is sent */
async function sendVerificationFor(tx: Tx, context: ActionContext, actor: Actor): Promise<void> {
  const user = await tx
    .selectFrom('users')
    .select(['id as user_id', 'email', 'locale'])
    .where('id', '=', actor.userId)
    .where('email_verified_at', 'is', null)
    .executeTakeFirst()
  if (!user) throw new ValidationError({ reason: 'The address is already confirmed.' })
  const mailWriter = inLanguageOf(context.mailWriter, user.locale)
  if (!(await sendVerification({ ...context, db: tx, mailWriter }, user, null)))
    throw new ValidationError({ reason: tooManyMails })
  await recordEvent(tx, actor, 'address.verification-sent', { email: user.email })
}

/** @throws Forbidden when support would undo a lock by the operator. For services the management API checks the permission. */
async function requireRightToUnlock(tx: Tx, { userId, performedBy }: Actor): Promise<void> {
  if (!(await isLockedByOperator(tx, userId)) || performedBy?.kind === 'service') return
  const administrator = await tx
    .selectFrom('users')
    .select('role')
    .where('id', '=', performedBy?.id ?? '')
    .executeTakeFirst()
  const permissions = permissionsOfRole(administrator?.role ?? null)
  if (!permissions.includes('accounts.edit')) throw new Forbidden()
}

/** @throws ValidationError when the account is locked, or must sign in with a provider */
async function requireUsablePassword(
  tx: Tx,
  { config }: Pick<ActionContext, 'config'>,
  userId: string,
): Promise<void> {
  const { email, locked_at } = await tx
    .selectFrom('users')
    .select(['email', 'locked_at'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  if (locked_at !== null) throw new ValidationError({ reason: 'Unlock the account first.' })
  const provider = requiredProvider(email, config)?.label
  if (provider)
    throw new ValidationError({
      reason: msg('Addresses of this domain sign in with {provider} only.', { provider }),
    })
}
