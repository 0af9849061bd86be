import type { Tx } from '#app/platform/db/connect.ts'
import type { Means } from '#app/platform/post.ts'

import { newResetLink } from './reset-links.ts'
import { wayBackMail } from './way-back.mail.ts'

/**
 * Mails the account's address a link to choose a new password, at once and whatever was asked for before: a thief who asks
 * for links all the time must not keep this one from its owner.
 */
export async function sendWayBack(
  tx: Tx,
  { keys, post, now }: Pick<Means, 'keys' | 'post' | 'now'>,
  userId: string,
): Promise<void> {
  const user = await tx
    .selectFrom('users')
    .select(['id', 'name', 'email', 'email_key', 'locale'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const path = await newResetLink(tx, keys, { user, now })
  await post.send(tx, user, wayBackMail(post, user.locale, path))
}
