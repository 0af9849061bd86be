import { turnOff } from '#app/two-factor/two-factor.ts'

import { byOperator, called, namedAccount } from './accounts.ts'
import { type Command, Refused } from './command.ts'
import { meansFor } from './operator-means.ts'

export const resetTwoFactor: Command = {
  usage: '<account>',
  summary: 'turns two-factor off for someone who lost the app and the recovery codes',
  details:
    'Make sure first that it is really them: from then on the password alone opens the account. Its owner is told by mail.',
  words: { least: 1, most: 1 },
  changes: true,
  async run(operation) {
    const database = await operation.database()
    const account = await namedAccount(operation, database.db)
    const { two_factor_enabled_at } = await database.db
      .selectFrom('users')
      .select('two_factor_enabled_at')
      .where('id', '=', account.id)
      .executeTakeFirstOrThrow()
    if (two_factor_enabled_at === null)
      throw new Refused(`Two-factor is off for ${called(account)}.`)
    await operation.confirm(
      `This turns two-factor off for ${called(account)} and voids the recovery codes. The password alone opens the account then.`,
    )

    const means = meansFor(operation, database, account.locale)
    await turnOff(means, byOperator(account.id, operation.now))
    const lines = [`Two-factor is off for ${called(account)}, who is told by mail.`]
    return { data: { id: account.id, two_factor: false }, lines }
  },
}
