import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { toIso } from '#app/platform/lib/iso-time.ts'
import { inviteWaiting, removeFromWaitlist, waitingAddresses } from '#app/waitlist/waitlist.ts'

import { cliContext } from './cli-context.ts'
import { type Command, CommandFailed, UsageError } from './command.ts'
import { addressArgument } from './find-account.ts'
import { numberOption } from './parse-command-line.ts'
import { formatColumns } from './terminal.ts'

export const listWaitlist: Command = {
  usage: '',
  summary: 'lists addresses that wait for an invitation, longest first',
  options: { limit: { value: '<number>', help: 'maximum number of addresses, default 50' } },
  args: { min: 0, max: 0 },
  isMutating: false,
  async run(invocation) {
    const { db } = await invocation.database()
    const limit = numberOption(invocation.optionValue('limit'), 50, 100_000)
    const waiting = (await waitingAddresses(db, { limit })).map(({ email, created_at }) => ({
      email,
      since: toIso(created_at),
    }))
    const lines = formatColumns(waiting.map(({ email, since }) => [since ?? '', email]))
    return { data: { waiting }, lines: lines.length > 0 ? lines : ['The waitlist is empty.'] }
  },
}

export const inviteFromWaitlist: Command = {
  usage: '[<address>]',
  summary: 'invites one address from the waitlist, or with --next those who have waited longest',
  options: { next: { value: '<number>', help: 'how many to invite' } },
  args: { min: 0, max: 1 },
  isMutating: true,
  async run(invocation) {
    const next = invocation.optionValue('next')
    if ((next === undefined) === (invocation.args.length === 0))
      throw new UsageError('Name an address, or say how many with --next.')
    const database = await invocation.database()
    const context = cliContext(invocation, database, null)
    const keys =
      next === undefined
        ? [addressArgument(invocation).key]
        : (await waitingAddresses(database.db, { limit: numberOption(next, 1, 10_000) })).map(
            (entry) => entry.email_key,
          )
    const invited: string[] = []
    for (const key of keys) {
      const entry = await inviteWaiting(context, key)
      if (entry) invited.push(entry.email)
    }
    if (next === undefined && invited.length === 0)
      throw new CommandFailed(`${invocation.args[0]} is not on the waitlist, or has an account.`)
    return { data: { invited }, lines: invited.map((email) => `Invited ${email}.`) }
  },
}

export const removeWaiting: Command = {
  usage: '<address>',
  summary: 'removes an address from the waitlist',
  args: { min: 1, max: 1 },
  isMutating: true,
  async run(invocation) {
    const { key } = addressArgument(invocation)
    const { db } = await invocation.database()
    const removed = await inTransaction(db, (tx) => removeFromWaitlist(tx, key))
    if (!removed) throw new CommandFailed(`${invocation.args[0]} is not on the waitlist.`)
    const { email } = removed
    return { data: { email, removed: true }, lines: [`${email} is no longer on the waitlist.`] }
  },
}
