import { z } from 'zod'

import type { Clock } from '#app/platform/clock.ts'
import type { Db, Tx } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { enqueue } from '#app/platform/jobs/enqueue.ts'
import type { Handler } from '#app/platform/jobs/work-on.ts'
import type { Keyring } from '#app/platform/keys.ts'
import type { PostIn } from '#app/platform/post.ts'

import { warningAt } from './expiry.ts'
import { tokenExpiryMail } from './token-expiry.mail.ts'

const Due = z.object({ token: z.string(), expiresAt: z.number() })

interface Life {
  token: string
  issuedAt: number
  expiresAt: number | null
  now: number
}

/** Has the owner told in time that a token ends; a later rotation makes this one come to nothing. */
export async function scheduleWarning(
  tx: Tx,
  keys: Keyring,
  { token, issuedAt, expiresAt, now }: Life,
): Promise<void> {
  const runAt = warningAt(issuedAt, expiresAt)
  if (runAt === null) return
  await enqueue(tx, keys, { kind: 'token-expiry', payload: { token, expiresAt }, runAt, now })
}

interface Parts {
  db: Db
  clock: Clock
  postIn: PostIn
}

/** Works off jobs of kind `token-expiry`. However often one runs, the owner is told once. */
export function tokenExpiryJob({ db, clock, postIn }: Parts): Handler {
  return async (payload) => {
    const due = Due.parse(payload)
    const now = clock.now()
    await inTransaction(db, async (tx) => {
      const ending = await tx
        .updateTable('api_tokens')
        .set({ warned_at: now })
        .where('id', '=', due.token)
        .where('expires_at', '=', due.expiresAt)
        .where('expires_at', '>', now)
        .where('revoked_at', 'is', null)
        .where('warned_at', 'is', null)
        .returning(['user_id', 'name', 'last_used_at'])
        .executeTakeFirst()
      if (!ending) return

      const person = await tx
        .selectFrom('users')
        .select(['name', 'email', 'locale', 'timezone'])
        .where('id', '=', ending.user_id)
        .executeTakeFirstOrThrow()
      const post = postIn(person.locale, now)
      const { timezone } = person
      const letter = tokenExpiryMail(post, { ...ending, expiresAt: due.expiresAt, timezone })
      await post.send(tx, person, letter)
    })
  }
}
