import { type Role, roleNames } from '#app/permissions.ts'
import { systemActor } from '#app/platform/actor.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { changeRole } from '#app/roles/roles.ts'

import { cliContext } from './cli-context.ts'
import { type Command, CommandFailed, UsageError } from './command.ts'
import { accountLabel, findAccount } from './find-account.ts'

export const changeRoleCommand: Command = {
  usage: '<account> <role>',
  summary: 'gives an account a role, or takes it away',
  details: `The roles are ${roleNames.join(', ')}, and none. app/permissions.ts declares their permissions. The owner is notified by email.`,
  args: { min: 2, max: 2 },
  isMutating: true,
  async run(invocation) {
    const role = parseRole(invocation.args[1] ?? '')
    const database = await invocation.database()
    const account = await findAccount(invocation, database.db)
    const label = accountLabel(account)
    const roleLabel = role ?? 'none'
    await invocation.confirm(`This changes the role of ${label} to ${roleLabel}.`)

    const context = cliContext(invocation, database, account.locale)
    const actor = systemActor(account.id, invocation.now)
    const isChanged = await inTransaction(database.db, (tx) => changeRole(tx, context, actor, role))
    if (!isChanged) throw new CommandFailed(`The role of ${label} is ${roleLabel} already.`)
    return { data: { id: account.id, role }, lines: [`The role of ${label} is ${roleLabel} now.`] }
  },
}

/** @throws UsageError */
function parseRole(name: string): Role | null {
  if (name === 'none') return null
  const role = roleNames.find((it) => it === name)
  if (!role) throw new UsageError(`There is no role ${name}. Use ${roleNames.join(', ')} or none.`)
  return role
}
