import { belongings } from '#app/belongings.ts'
import { readBelongings } from '#app/data-export/data-export.ts'

import { called, namedAccount } from './accounts.ts'
import type { Command } from './command.ts'

export const exportAccount: Command = {
  usage: '<account>',
  summary: 'prints everything the database holds about an account, as JSON',
  details:
    'The tables of the export that people make for themselves, without the photo. Secrets are left out. Send it on only to its owner.',
  words: { least: 1, most: 1 },
  changes: false,
  async run(operation) {
    const { db } = await operation.database()
    const account = await namedAccount(operation, db)
    operation.terminal.err(`Everything about ${called(account)}:`)

    const data: Record<string, unknown> = {}
    for (const [table, exported] of Object.entries(belongings)) {
      if (!('columns' in exported)) continue
      const pieces = await Array.fromAsync(readBelongings(db, table, exported, account.id))
      data[table] = JSON.parse(pieces.join(''))
    }
    return { data, lines: [JSON.stringify(data, null, 2)] }
  },
}
