import { passkeyRemovedNotice, removePasskeys } from '#app/passkeys/passkeys.ts'
import type { Account } from '#app/platform/account.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { sendSecurityNotice } from '#app/platform/mail/security-notice.ts'
import type { Means } from '#app/platform/post.ts'
import { turnOff } from '#app/two-factor/two-factor.ts'

import { byOperator, called, namedAccount } from './accounts.ts'
import { type Command, Refused } from './command.ts'
import { meansFor } from './operator-means.ts'

export const resetTwoFactor: Command = {
  usage: '<account>',
  summary: 'turns two-factor off for someone who lost the app and the recovery codes',
  details:
    'Make sure first that it is really them: from then on the password alone opens the account. Its owner is told by mail.',
  options: { passkeys: { help: 'also remove every passkey, for someone who lost those too' } },
  words: { least: 1, most: 1 },
  changes: true,
  async run(operation) {
    const database = await operation.database()
    const account = await namedAccount(operation, database.db)
    const { isOn, passkeys } = await secondFactors(database.db, account.id)
    const takesPasskeys = operation.has('passkeys') && passkeys > 0
    if (!isOn && !takesPasskeys) throw new Refused(`Two-factor is off for ${called(account)}.`)
    const also = takesPasskeys ? ' Every passkey is removed.' : ''
    await operation.confirm(
      `This turns two-factor off for ${called(account)} and voids the recovery codes.${also} The password alone opens the account then.`,
    )

    const means = meansFor(operation, database, account.locale)
    const operator = byOperator(account.id, operation.now)
    await turnOff(means, operator, { requireTwoFactor: false })
    const removed = takesPasskeys ? await removeAll(means, operator) : []
    const lines = [`Two-factor is off for ${called(account)}, who is told by mail.${also}`]
    return { data: { id: account.id, two_factor: false, passkeys_removed: removed.length }, lines }
  },
}

async function secondFactors(db: Db, userId: string) {
  const { two_factor_enabled_at, passkeys } = await db
    .selectFrom('users')
    .select(({ selectFrom }) => [
      'two_factor_enabled_at',
      selectFrom('passkeys')
        .select(({ fn }) => fn.countAll().as('count'))
        .whereRef('user_id', '=', 'users.id')
        .as('passkeys'),
    ])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return { isOn: two_factor_enabled_at !== null, passkeys: Number(passkeys) }
}

async function removeAll(means: Means, operator: Account): Promise<string[]> {
  return inTransaction(means.db, async (tx) => {
    const names = await removePasskeys(tx, operator, 'every')
    for (const name of names) {
      await sendSecurityNotice(tx, means, operator, passkeyRemovedNotice(name))
    }
    return names
  })
}
