import { eraseAccount } from '#app/account-deletion/account-deletion.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'

import type { Command } from './command.ts'
import { accountLabel, findAccount } from './find-account.ts'

export const deleteAccount: Command = {
  usage: '<account>',
  summary: 'deletes an account for good, with all it owns',
  details:
    'At once, without the days in which its owner could come back. Consider user:export first.',
  args: { min: 1, max: 1 },
  isMutating: true,
  async run(invocation) {
    const { db } = await invocation.database()
    const account = await findAccount(invocation, db)
    await invocation.confirm(
      `This deletes the account of ${accountLabel(account)}, made ${new Date(account.created_at).toDateString()}: its sessions, its record of ${account.event_count} events and everything else it owns. There is no way back but a backup.`,
      account.email,
    )

    const { id } = account
    const leavesAt = invocation.now
    await inTransaction(db, async (tx) => {
      await tx.updateTable('users').set({ leaves_at: leavesAt }).where('id', '=', id).execute()
      await eraseAccount(tx, invocation.keys, { userId: id, leavesAt }, invocation.now)
    })
    const lines = [
      `The account of ${accountLabel(account)} is deleted. The server removes its files and mails the receipt.`,
    ]
    return { data: { id: account.id, deleted: true }, lines }
  },
}
