import { tooManyMails } from '#app/account-changes/account-changes.ts'
import { requestEmailChange } from '#app/email-change/email-change.ts'
import type { ActionContext } from '#app/platform/action-context.ts'
import type { Actor } from '#app/platform/actor.ts'
import { emailOwner } from '#app/platform/auth/email-owner.ts'
import { NotFound, ValidationError } from '#app/platform/errors.ts'
import { inLanguageOf } from '#app/platform/mail/mail-writer.ts'
import { emailKey } from '#app/platform/validation/email-address.ts'

/**
 * Mails a link to the right address; opening it changes the address of the account. The current address is told, with the
 * administrator and the reason, and can stop the change.
 *
 * @throws NotFound
 * @throws ValidationError for the current address, one of another account, and after too many mails
 */
export async function correctEmailAddress(
  context: ActionContext,
  actor: Actor,
  email: string,
): Promise<void> {
  const user = await context.db
    .selectFrom('users')
    .select(['email_key', 'locale'])
    .where('id', '=', actor.userId)
    .executeTakeFirst()
  if (!user) throw new NotFound()
  const key = emailKey(email)
  if (user.email_key === key)
    throw new ValidationError({ email: 'The account already has this address.' })
  const owner = await emailOwner(context.db, key)
  if (owner && owner.id !== actor.userId)
    throw new ValidationError({ email: 'Another account has this address.' })
  const inLanguage = { ...context, mailWriter: inLanguageOf(context.mailWriter, user.locale) }
  if (!(await requestEmailChange(inLanguage, actor, email, null)))
    throw new ValidationError({ email: tooManyMails })
}
