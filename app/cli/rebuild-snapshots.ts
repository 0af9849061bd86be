import { accountBatches } from '#app/platform/db/account-batches.ts'
import { rebuildSnapshots } from '#app/time-travel/time-travel.ts'

import type { Command } from './command.ts'
import { findAccount } from './find-account.ts'

export const rebuildSnapshotsCommand: Command = {
  usage: '[<account>]',
  summary: 'rebuilds the account snapshots that Time Travel reads',
  details:
    'Snapshots are derived from the events alone, and the server creates missing ones on demand. They make long event logs as fast to read as short ones. Without an account, rebuilds those of all accounts.',
  args: { min: 0, max: 1 },
  isMutating: true,
  async run(invocation) {
    const { db } = await invocation.database()
    const selected =
      invocation.args.length > 0
        ? [[await findAccount(invocation, db)]]
        : accountBatches(db, (accounts) => accounts.select('users.id'))
    let [count, events] = [0, 0]
    for await (const accounts of selected) {
      for (const { id } of accounts) events += await rebuildSnapshots(db, id)
      count += accounts.length
    }
    const lines = [`Read ${events} events of ${count} accounts.`]
    return { data: { accounts: count, events }, lines }
  },
}
