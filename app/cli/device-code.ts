import { issueDeviceCode } from '#app/new-device/new-device.ts'
import { systemActor } from '#app/platform/actor.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { recordEvent } from '#app/platform/event-log/record-event.ts'

import { type Command, CommandFailed } from './command.ts'
import { accountLabel, findAccount } from './find-account.ts'

export const deviceCode: Command = {
  usage: '<account>',
  summary: 'prints the code for a sign-in on a new device, for someone who lost the mailbox',
  details:
    'Verify the identity of the person first, who must have entered the password and must keep the page open. The code works there only, once, for ten minutes, and replaces the mailed one.',
  args: { min: 1, max: 1 },
  isMutating: true,
  async run(invocation) {
    const { db } = await invocation.database()
    const { now, keys } = invocation
    const account = await findAccount(invocation, db)
    const challenge = await newestChallenge(db, account.id, now)
    if (!challenge)
      throw new CommandFailed(
        `Nobody is signing in to the account of ${accountLabel(account)} on a new device.`,
      )
    const { ip, user_agent } = challenge
    await invocation.confirm(
      `This prints the code for the device at ${ip ?? 'an unknown address'} (${user_agent ?? 'unknown program'}).`,
    )
    const code = await inTransaction(db, async (tx) => {
      await recordEvent(tx, systemActor(account.id, now), 'device-code.issued', {
        by: 'operator',
      })
      return issueDeviceCode(tx, { keys, now }, { ...challenge, userId: account.id })
    })
    if (!code) throw new CommandFailed('That sign-in is over.')
    return { data: { id: account.id, code }, lines: [`The code is ${code}.`] }
  },
}

function newestChallenge(db: Db, userId: string, now: number) {
  return db
    .selectFrom('two_factor_challenges')
    .select(['id', 'email_key as emailKey', 'ip', 'user_agent'])
    .where('user_id', '=', userId)
    .where('kind', '=', 'new-device')
    .where('expires_at', '>', now)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}
