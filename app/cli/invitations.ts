import { invitations, invite, revokeInvitation as revoke } from '#app/invitations/invitations.ts'
import { defaultInvitationDays, maxInvitationDays } from '#app/invitations/limits.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { toIso } from '#app/platform/lib/iso-time.ts'

import { cliContext } from './cli-context.ts'
import { type Command, CommandFailed } from './command.ts'
import { addressArgument } from './find-account.ts'
import { numberOption } from './parse-command-line.ts'
import { formatColumns } from './terminal.ts'

export const inviteCommand: Command = {
  usage: '<address>',
  summary: 'mails an invitation to create an account, also while registration is closed',
  details:
    'Inviting an address again sends a new link, and the earlier one stops working. The link proves the address.',
  options: {
    days: { value: '<number>', help: `days until it expires, default ${defaultInvitationDays}` },
    language: { value: '<code>', help: 'language of the mail, default en' },
  },
  args: { min: 1, max: 1 },
  isMutating: true,
  async run(invocation) {
    const address = addressArgument(invocation)
    const { email } = address
    const days = numberOption(
      invocation.optionValue('days'),
      defaultInvitationDays,
      maxInvitationDays,
    )
    const database = await invocation.database()
    const context = cliContext(invocation, database, invocation.optionValue('language') ?? null)
    const invited = await inTransaction(database.db, (tx) => invite(tx, context, { address, days }))
    if (!invited) throw new CommandFailed(`${email} already has an account.`)
    const lines = [
      invited.isResent
        ? `Invited ${email} again. The earlier link no longer works.`
        : `Invited ${email}.`,
    ]
    return { data: { email, resent: invited.isResent, days }, lines }
  },
}

export const listInvitations: Command = {
  usage: '',
  summary: 'lists open invitations, newest first',
  args: { min: 0, max: 0 },
  isMutating: false,
  async run(invocation) {
    const { db } = await invocation.database()
    const open = (await invitations({ ...invocation, db })).map(({ email, expiresAt }) => ({
      email,
      expires_at: toIso(expiresAt),
    }))
    const lines = formatColumns(open.map(({ email, expires_at }) => [expires_at, email]))
    return { data: { invitations: open }, lines: open.length > 0 ? lines : ['No invitations.'] }
  },
}

export const revokeInvitation: Command = {
  usage: '<address>',
  summary: 'revokes an open invitation',
  args: { min: 1, max: 1 },
  isMutating: true,
  async run(invocation) {
    const { email, key } = addressArgument(invocation)
    const { db } = await invocation.database()
    const isRevoked = await inTransaction(db, (tx) => revoke(tx, invocation, key))
    if (!isRevoked) throw new CommandFailed(`${email} has no open invitation.`)
    const lines = [`The invitation to ${email} is revoked. Its link no longer works.`]
    return { data: { email, revoked: true }, lines }
  },
}
