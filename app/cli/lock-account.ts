import { lockAccount, unlockAccount } from '#app/account-lock/account-lock.ts'
import { lockRowsBeforeAccount } from '#app/features.ts'
import { systemActor } from '#app/platform/actor.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'

import { cliContext } from './cli-context.ts'
import { type Command, CommandFailed } from './command.ts'
import { accountLabel, findAccount } from './find-account.ts'

export const lockCommand: Command = {
  usage: '<account>',
  summary: 'blocks all access to an account and ends its sessions',
  details:
    'Deletes nothing. Ends the sessions, revokes open links, withdraws invitations and ownership offers in teams, and disables the API tokens. Until it is unlocked, the webhooks and domains that it set up for teams are off. Only someone with valid credentials learns that the account is locked.',
  args: { min: 1, max: 1 },
  isMutating: true,
  async run(invocation) {
    const database = await invocation.database()
    const { db } = database
    const account = await findAccount(invocation, db)
    await invocation.confirm(
      `This locks the account of ${accountLabel(account)} and ends its sessions.`,
    )

    const sessions = await inTransaction(db, async (tx) => {
      await lockRowsBeforeAccount(tx, account.id)
      const context = cliContext(invocation, database, account.locale)
      return lockAccount(tx, context, systemActor(account.id, context.now), 'operator')
    })
    if (sessions === null)
      throw new CommandFailed(`The account of ${accountLabel(account)} is already locked.`)
    const lines = [`The account of ${accountLabel(account)} is locked. ${sessions} sessions ended.`]
    return { data: { id: account.id, locked: true, sessions_ended: sessions }, lines }
  },
}

export const unlockCommand: Command = {
  usage: '<account>',
  summary: 'unlocks an account',
  args: { min: 1, max: 1 },
  isMutating: true,
  async run(invocation) {
    const { db } = await invocation.database()
    const account = await findAccount(invocation, db)

    const actor = systemActor(account.id, invocation.now)
    const isUnlocked = await inTransaction(db, async (tx) => {
      await lockRowsBeforeAccount(tx, account.id)
      return unlockAccount(tx, actor, 'operator')
    })
    if (!isUnlocked)
      throw new CommandFailed(`The account of ${accountLabel(account)} is not locked.`)
    const lines = [
      `The account of ${accountLabel(account)} is unlocked. Its owner must sign in again.`,
    ]
    return { data: { id: account.id, locked: false }, lines }
  },
}
