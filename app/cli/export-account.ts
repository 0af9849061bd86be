import { readTable } from '#app/data-export/data-export.ts'
import { ownedTables } from '#app/owned-tables.ts'

import type { Command } from './command.ts'
import { accountLabel, findAccount } from './find-account.ts'

export const exportAccount: Command = {
  usage: '<account>',
  summary: 'prints everything the database holds about an account, as JSON',
  details:
    'Prints the same tables as the data export of the profile page, without the photos. Secrets are omitted. Send it to the owner only.',
  args: { min: 1, max: 1 },
  isMutating: false,
  async run(invocation) {
    const { db } = await invocation.database()
    const account = await findAccount(invocation, db)
    invocation.terminal.err(`Everything about ${accountLabel(account)}:`)

    const data: Record<string, unknown> = {}
    for (const [table, exported] of Object.entries(ownedTables)) {
      if (!('columns' in exported)) continue
      const chunks = await Array.fromAsync(readTable(db, table, exported, account.id))
      data[table] = JSON.parse(chunks.join(''))
    }
    return { data, lines: [JSON.stringify(data, null, 2)] }
  },
}
