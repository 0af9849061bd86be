import type { Db } from '#app/platform/db/connect.ts'
import { rebuildSnapshots } from '#app/time-travel/time-travel.ts'

import { namedAccount } from './accounts.ts'
import type { Command } from './command.ts'

export const rebuildHistory: Command = {
  usage: '[address or id]',
  summary: 'makes the snapshots anew that Time Travel reads from',
  details:
    'They are made of the events of a record, hold nothing else, and are made by themselves when they are missing; afterwards looking at a long record costs no more than at a short one. Without an address, of all accounts.',
  words: { least: 0, most: 1 },
  changes: true,
  async run(operation) {
    const { db } = await operation.database()
    const accounts = operation.words.length > 0 ? [await namedAccount(operation, db)] : everyone(db)
    let [count, events] = [0, 0]
    for await (const { id } of accounts) {
      events += await rebuildSnapshots(db, id)
      count++
    }
    const lines = [`Read ${events} events of ${count} accounts.`]
    return { data: { accounts: count, events }, lines }
  },
}

const atOnce = 500

async function* everyone(db: Db): AsyncGenerator<{ id: string }> {
  let last = ''
  for (;;) {
    const people = await db
      .selectFrom('users')
      .select('id')
      .where('id', '>', last)
      .orderBy('id')
      .limit(atOnce)
      .execute()
    yield* people
    last = people.at(-1)?.id ?? ''
    if (people.length < atOnce) return
  }
}
