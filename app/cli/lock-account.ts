import { revokeOpenLinks } from '#app/password/password.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { recordEvent } from '#app/platform/event-log/record-event.ts'
import { endSessions } from '#app/platform/sessions/end-sessions.ts'

import { type Command, CommandFailed } from './command.ts'
import { operatorActor, accountLabel, findAccount } from './find-account.ts'

export const lockAccount: Command = {
  usage: '<account>',
  summary: 'blocks all access to an account and ends its sessions',
  details:
    'Deletes nothing. Ends the sessions, revokes open links and disables the API tokens. Only someone with valid credentials learns that the account is locked.',
  args: { min: 1, max: 1 },
  isMutating: true,
  async run(invocation) {
    const { db } = await invocation.database()
    const { now } = invocation
    const account = await findAccount(invocation, db)
    await invocation.confirm(
      `This locks the account of ${accountLabel(account)} and ends its sessions.`,
    )

    const sessions = await inTransaction(db, async (tx) => {
      // The update locks the row, so that no sign-in starts a session before endSessions.
      const locked = await tx
        .updateTable('users')
        .set({ locked_at: now })
        .where('id', '=', account.id)
        .where('locked_at', 'is', null)
        .returning('id')
        .executeTakeFirst()
      if (!locked)
        throw new CommandFailed(`The account of ${accountLabel(account)} is already locked.`)
      const actor = operatorActor(account.id, now)
      await recordEvent(tx, actor, 'account.locked', { by: 'operator' })
      await revokeOpenLinks(tx, invocation.keys, actor)
      return endSessions(tx, actor, { by: 'operator', why: 'locked' })
    })
    const lines = [`The account of ${accountLabel(account)} is locked. ${sessions} sessions ended.`]
    return { data: { id: account.id, locked: true, sessions_ended: sessions }, lines }
  },
}

export const unlockAccount: Command = {
  usage: '<account>',
  summary: 'unlocks an account',
  args: { min: 1, max: 1 },
  isMutating: true,
  async run(invocation) {
    const { db } = await invocation.database()
    const account = await findAccount(invocation, db)

    await inTransaction(db, async (tx) => {
      const unlocked = await tx
        .updateTable('users')
        .set({ locked_at: null })
        .where('id', '=', account.id)
        .where('locked_at', 'is not', null)
        .returning('id')
        .executeTakeFirst()
      if (!unlocked)
        throw new CommandFailed(`The account of ${accountLabel(account)} is not locked.`)
      const actor = operatorActor(account.id, invocation.now)
      await recordEvent(tx, actor, 'account.unlocked', { by: 'operator' })
    })
    const lines = [
      `The account of ${accountLabel(account)} is unlocked. Its owner must sign in again.`,
    ]
    return { data: { id: account.id, locked: false }, lines }
  },
}
