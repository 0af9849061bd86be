import type { Db } from '#app/platform/db/connect.ts'
import { rebuildSnapshots } from '#app/time-travel/time-travel.ts'

import type { Command } from './command.ts'
import { findAccount } from './find-account.ts'

export const rebuildHistory: Command = {
  usage: '[<account>]',
  summary: 'rebuilds the account snapshots that Time Travel reads',
  details:
    'Snapshots are derived from the events alone, and the server creates missing ones on demand. They make long event logs as fast to read as short ones. Without an account, rebuilds those of all accounts.',
  args: { min: 0, max: 1 },
  isMutating: true,
  async run(invocation) {
    const { db } = await invocation.database()
    const accounts =
      invocation.args.length > 0 ? [await findAccount(invocation, db)] : allAccounts(db)
    let [count, events] = [0, 0]
    for await (const { id } of accounts) {
      events += await rebuildSnapshots(db, id)
      count++
    }
    const lines = [`Read ${events} events of ${count} accounts.`]
    return { data: { accounts: count, events }, lines }
  },
}

const batchSize = 500

async function* allAccounts(db: Db): AsyncGenerator<{ id: string }> {
  let last = ''
  for (;;) {
    const users = await db
      .selectFrom('users')
      .select('id')
      .where('id', '>', last)
      .orderBy('id')
      .limit(batchSize)
      .execute()
    yield* users
    last = users.at(-1)?.id ?? ''
    if (users.length < batchSize) return
  }
}
