import type { ActionContext } from '#app/platform/action-context.ts'
import type { SessionActor } from '#app/platform/actor.ts'
import { hasSignInMethodLeft } from '#app/platform/auth/has-sign-in-method-left.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { NotFound, NotSignedIn, ValidationError } from '#app/platform/errors.ts'
import { recordEvent } from '#app/platform/event-log/record-event.ts'
import { sendSecurityNotice } from '#app/platform/mail/security-notice.ts'
import { endSessions } from '#app/platform/sessions/end-sessions.ts'
import { rotateSessionSecret } from '#app/platform/sessions/sessions.ts'

import { passwordRemovedNotice } from './notices.mail.ts'
import { keepPreviousPassword } from './previous-passwords.ts'
import { revokeOpenLinks } from './reset-links.ts'

const lastSignInMethodMessage =
  'Your password is your only way to sign in. Add a passkey first, then remove it.'

/**
 * Removes the password of an account that has another way in. Like a change it ends all other sessions and open links, and
 * with the password the challenges it has started.
 *
 * @returns the session's new secret
 * @throws NotFound when the account has no password; ValidationError when it is the last way to sign in
 */
export async function removePassword(
  context: ActionContext,
  actor: SessionActor,
): Promise<{ secret: string }> {
  return inTransaction(context.db, async (tx) => {
    // Locks the account, so that the last passkey cannot be removed at the same time.
    await keepPreviousPassword(tx, context, actor.userId)
    const removed = await tx
      .updateTable('users')
      .set({ password_hash: null })
      .where('id', '=', actor.userId)
      .where('password_hash', 'is not', null)
      .returning('id')
      .executeTakeFirst()
    if (!removed) throw new NotFound()
    if (!(await hasSignInMethodLeft(tx, actor.userId, context.config)))
      throw new ValidationError({ password: lastSignInMethodMessage })

    const secret = await rotateSessionSecret(tx, actor.sessionId)
    if (!secret) throw new NotSignedIn()
    await endSessions(tx, actor, { by: 'person', why: 'password-removed' }, actor.sessionId)
    await revokeOpenLinks(tx, context.keys, actor)
    await recordEvent(tx, actor, 'password.removed', {})
    await sendSecurityNotice(tx, context, actor, passwordRemovedNotice())
    return { secret }
  })
}
