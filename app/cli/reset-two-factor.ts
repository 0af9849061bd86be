import { removalNotice, type RemovedPasskey, removePasskeys } from '#app/passkeys/passkeys.ts'
import type { ActionContext } from '#app/platform/action-context.ts'
import { systemActor } from '#app/platform/actor.ts'
import type { Actor } from '#app/platform/actor.ts'
import { hasSignInMethodLeft } from '#app/platform/auth/has-sign-in-method-left.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { sendSecurityNotice } from '#app/platform/mail/security-notice.ts'
import { disableTwoFactor } from '#app/two-factor/two-factor.ts'

import { cliContext } from './cli-context.ts'
import { type Command, CommandFailed } from './command.ts'
import { accountLabel, findAccount } from './find-account.ts'

export const resetTwoFactor: Command = {
  usage: '<account>',
  summary: 'disables two-factor for someone who lost the app and the recovery codes',
  details:
    'Verify the identity of the person first: afterwards the password alone signs in. The owner is notified by email.',
  options: { passkeys: { help: 'also remove every passkey, for someone who lost them too' } },
  args: { min: 1, max: 1 },
  isMutating: true,
  async run(invocation) {
    const database = await invocation.database()
    const account = await findAccount(invocation, database.db)
    const { isOn, passkeys } = await secondFactors(database.db, account.id)
    const removesPasskeys = invocation.hasFlag('passkeys') && passkeys > 0
    if (!isOn && !removesPasskeys)
      throw new CommandFailed(`Two-factor is not enabled for ${accountLabel(account)}.`)
    const passkeyNote = removesPasskeys ? ' Every passkey is removed.' : ''
    await invocation.confirm(
      `This disables two-factor for ${accountLabel(account)} and revokes the recovery codes.${passkeyNote} Afterwards the password alone signs in.`,
    )

    const context = cliContext(invocation, database, account.locale)
    const actor = systemActor(account.id, invocation.now)
    await disableTwoFactor(context, actor, { requireTwoFactor: false })
    const removed = removesPasskeys ? await removeAllPasskeys(context, actor) : []
    const lines = [
      `Two-factor is disabled for ${accountLabel(account)}, who is notified by email.${passkeyNote}`,
    ]
    if (!(await hasSignInMethodLeft(database.db, account.id, context.config)))
      lines.push(noWayInNote)
    return { data: { id: account.id, two_factor: false, passkeys_removed: removed.length }, lines }
  },
}

const noWayInNote =
  'The account has no password and no other way in now. Its owner gets one with "Forgot your password?" on the sign-in page.'

async function secondFactors(db: Db, userId: string) {
  const { two_factor_enabled_at, passkeys } = await db
    .selectFrom('users')
    .select(({ selectFrom }) => [
      'two_factor_enabled_at',
      selectFrom('passkeys')
        .select(({ fn }) => fn.countAll().as('count'))
        .whereRef('user_id', '=', 'users.id')
        .as('passkeys'),
    ])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return { isOn: two_factor_enabled_at !== null, passkeys: Number(passkeys) }
}

async function removeAllPasskeys(context: ActionContext, actor: Actor): Promise<RemovedPasskey[]> {
  return inTransaction(context.db, async (tx) => {
    const removed = await removePasskeys(tx, actor, 'every')
    for (const passkey of removed)
      await sendSecurityNotice(tx, context, actor, removalNotice(passkey))
    return removed
  })
}
