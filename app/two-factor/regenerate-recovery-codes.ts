import type { ActionContext } from '#app/platform/action-context.ts'
import type { Actor } from '#app/platform/actor.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { ValidationError, NotSignedIn } from '#app/platform/errors.ts'
import { lockAccountRow } from '#app/platform/event-log/account-row-lock.ts'
import { recordEvent } from '#app/platform/event-log/record-event.ts'
import { sendSecurityNotice } from '#app/platform/mail/security-notice.ts'

import { codesReplacedNotice } from './notices.mail.ts'
import { replaceRecoveryCodes } from './recovery-codes.ts'

/** Makes new recovery codes; the old ones die in the same transaction. @returns the only copy */
export async function regenerateRecoveryCodes(
  context: ActionContext,
  actor: Actor,
): Promise<string[]> {
  const { db, now } = context
  return inTransaction(db, async (tx) => {
    const user = await lockAccountRow(tx, actor.userId)
    if (!user) throw new NotSignedIn()
    if (user.two_factor_enabled_at === null) {
      throw new ValidationError({ form: 'Turn two-factor on first. Recovery codes come with it.' })
    }
    const { codes, before } = await replaceRecoveryCodes(tx, actor.userId, now)
    await recordEvent(tx, actor, 'recovery-codes.replaced', { before, now: codes.length })
    await sendSecurityNotice(tx, context, actor, codesReplacedNotice())
    return codes
  })
}
