import { erase } from '#app/account-deletion/account-deletion.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'

import { called, namedAccount } from './accounts.ts'
import type { Command } from './command.ts'

export const deleteAccount: Command = {
  usage: '<account>',
  summary: 'deletes an account for good, with all it owns',
  details:
    'At once, without the days in which its owner could come back. Consider user:export first.',
  words: { least: 1, most: 1 },
  changes: true,
  async run(operation) {
    const { db } = await operation.database()
    const account = await namedAccount(operation, db)
    await operation.confirm(
      `This deletes the account of ${called(account)}, made ${new Date(account.created_at).toDateString()}: its sessions, its record of ${account.event_count} events and everything else it owns. There is no way back but a backup.`,
      account.email,
    )

    const { id } = account
    const leavesAt = operation.now
    await inTransaction(db, async (tx) => {
      await tx.updateTable('users').set({ leaves_at: leavesAt }).where('id', '=', id).execute()
      await erase(tx, operation.keys, { userId: id, leavesAt }, operation.now)
    })
    const lines = [
      `The account of ${called(account)} is deleted. The server removes its files and mails the receipt.`,
    ]
    return { data: { id: account.id, deleted: true }, lines }
  },
}
