import { hasAddress } from '#app/platform/auth/email-owner.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { type EmailAddress, emailKey, parseEmail } from '#app/platform/validation/email-address.ts'
import { profileFieldNames } from '#app/profile-fields.ts'

import { CommandFailed, type Invocation, UsageError } from './command.ts'

export type FoundAccount = Awaited<ReturnType<typeof findAccount>>

/** Finds the account that the first argument names by address or id, and adds it to the line in operator.log. @throws CommandFailed */
export async function findAccount({ args: [idOrEmail = ''], logAccount }: Invocation, db: Db) {
  const account = await db
    .selectFrom('users')
    .select([...profileFieldNames, 'id', 'email', 'email_verified_at', 'locked_at'])
    .select(['terms_version', 'event_count', 'created_at', 'role'])
    .where((eb) =>
      eb.or([eb('id', '=', idOrEmail.replaceAll('\0', '')), hasAddress(emailKey(idOrEmail))(eb)]),
    )
    .executeTakeFirst()
  if (!account) throw new CommandFailed(`There is no account ${idOrEmail}.`)
  logAccount(account.id)
  return account
}

/** Reads the first argument as an address. @throws UsageError */
export function addressArgument({ args }: Pick<Invocation, 'args'>): EmailAddress {
  const address = parseEmail(args[0] ?? '')
  if (!address) throw new UsageError('That does not look like an email address.')
  return address
}

export function accountLabel({ name, email }: Pick<FoundAccount, 'name' | 'email'>): string {
  return `${name} <${email}>`
}
