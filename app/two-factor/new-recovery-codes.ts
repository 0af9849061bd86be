import type { Account } from '#app/platform/account.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { Invalid, NotSignedIn } from '#app/platform/errors.ts'
import { holdAccount } from '#app/platform/hold-account.ts'
import { sendSecurityNotice } from '#app/platform/mail/security-notice.ts'
import type { Means } from '#app/platform/post.ts'
import { record } from '#app/platform/record.ts'

import { codesReplacedNotice } from './notices.mail.ts'
import { replaceRecoveryCodes } from './recovery-codes.ts'

/** Makes new recovery codes; the old ones die in the same transaction. @returns the only copy */
export async function newRecoveryCodes(means: Means, account: Account): Promise<string[]> {
  const { db, now } = means
  return inTransaction(db, async (tx) => {
    const person = await holdAccount(tx, account.userId)
    if (!person) throw new NotSignedIn()
    if (person.two_factor_enabled_at === null) {
      throw new Invalid({ form: 'Turn two-factor on first. Recovery codes come with it.' })
    }
    const { codes, before } = await replaceRecoveryCodes(tx, account.userId, now)
    await record(tx, account, 'recovery-codes.replaced', { before, now: codes.length })
    await sendSecurityNotice(tx, means, account, codesReplacedNotice())
    return codes
  })
}
