import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { endSessions } from '#app/platform/end-sessions.ts'
import { record } from '#app/platform/record.ts'

import { byOperator, called, namedAccount } from './accounts.ts'
import { type Command, Refused } from './command.ts'

export const lockAccount: Command = {
  usage: '<account>',
  summary: 'lets nobody into an account, and ends its sessions',
  details:
    'Nothing is deleted. Its sessions end, its tokens stop working, and whoever proves to be its owner is told that it is locked.',
  words: { least: 1, most: 1 },
  changes: true,
  async run(operation) {
    const { db } = await operation.database()
    const { now } = operation
    const account = await namedAccount(operation, db)
    await operation.confirm(`This locks the account of ${called(account)} and ends its sessions.`)

    const sessions = await inTransaction(db, async (tx) => {
      // The row is held from here on, so that nobody comes in between the lock and the end of the sessions.
      const locked = await tx
        .updateTable('users')
        .set({ locked_at: now })
        .where('id', '=', account.id)
        .where('locked_at', 'is', null)
        .returning('id')
        .executeTakeFirst()
      if (!locked) throw new Refused(`The account of ${called(account)} is locked already.`)
      const operator = byOperator(account.id, now)
      await record(tx, operator, 'account.locked', { by: 'operator' })
      return endSessions(tx, operator, { by: 'operator', why: 'locked' })
    })
    const lines = [`The account of ${called(account)} is locked. ${sessions} sessions ended.`]
    return { data: { id: account.id, locked: true, sessions_ended: sessions }, lines }
  },
}

export const unlockAccount: Command = {
  usage: '<account>',
  summary: 'opens a locked account again',
  words: { least: 1, most: 1 },
  changes: true,
  async run(operation) {
    const { db } = await operation.database()
    const account = await namedAccount(operation, db)

    await inTransaction(db, async (tx) => {
      const unlocked = await tx
        .updateTable('users')
        .set({ locked_at: null })
        .where('id', '=', account.id)
        .where('locked_at', 'is not', null)
        .returning('id')
        .executeTakeFirst()
      if (!unlocked) throw new Refused(`The account of ${called(account)} is not locked.`)
      const operator = byOperator(account.id, operation.now)
      await record(tx, operator, 'account.unlocked', { by: 'operator' })
    })
    const lines = [`The account of ${called(account)} is open again. Its owner has to sign in.`]
    return { data: { id: account.id, locked: false }, lines }
  },
}
