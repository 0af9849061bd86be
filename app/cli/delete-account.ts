import { eraseAccount } from '#app/account-deletion/account-deletion.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'

import type { Command } from './command.ts'
import { accountLabel, findAccount } from './find-account.ts'

export const deleteAccount: Command = {
  usage: '<account>',
  summary: 'deletes an account and everything it owns, permanently',
  details:
    'Deletes immediately, without the grace period in which the owner could cancel. Consider user:export first.',
  args: { min: 1, max: 1 },
  isMutating: true,
  async run(invocation) {
    const { db } = await invocation.database()
    const account = await findAccount(invocation, db)
    await invocation.confirm(
      `This deletes the account of ${accountLabel(account)}, created ${new Date(account.created_at).toDateString()}: its sessions, its ${account.event_count} events and everything else it owns. Only a backup can restore it.`,
      account.email,
    )

    const { id } = account
    const leavesAt = invocation.now
    await inTransaction(db, async (tx) => {
      await tx.updateTable('users').set({ leaves_at: leavesAt }).where('id', '=', id).execute()
      await eraseAccount(tx, invocation.keys, { userId: id, leavesAt }, invocation.now)
    })
    const lines = [
      `The account of ${accountLabel(account)} is deleted. The server removes its files and emails the receipt.`,
    ]
    return { data: { id: account.id, deleted: true }, lines }
  },
}
