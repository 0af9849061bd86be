import type { Account } from '#app/platform/account.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { emailKey } from '#app/platform/email-address.ts'

import { type Operation, Refused } from './command.ts'

export type Named = Awaited<ReturnType<typeof namedAccount>>

/** The account that the first word names, by address or id; from then on the audit line is about it. @throws Refused */
export async function namedAccount({ words: [word = ''], concerns }: Operation, db: Db) {
  const found = await db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'email_verified_at', 'locked_at', 'locale', 'timezone'])
    .select(['terms_version', 'event_count', 'created_at'])
    .where((it) =>
      it.or([it('id', '=', word.replaceAll('\0', '')), it('email_key', '=', emailKey(word))]),
    )
    .executeTakeFirst()
  if (!found) throw new Refused(`There is no account ${word}.`)
  concerns(found.id)
  return found
}

/** The operator acts from no browser. */
export function byOperator(userId: string, now: number): Account {
  return { userId, sessionId: null, ip: null, userAgent: null, now }
}

export function called({ name, email }: Pick<Named, 'name' | 'email'>): string {
  return `${name} <${email}>`
}
