import { createHash } from 'node:crypto'

import { z } from 'zod'

import type { Clock } from '#app/platform/clock.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { minute } from '#app/platform/durations.ts'
import { emailKey } from '#app/platform/email-address.ts'
import { enqueue } from '#app/platform/jobs/enqueue.ts'
import type { Handler } from '#app/platform/jobs/work-on.ts'
import type { Keyring } from '#app/platform/keys.ts'
import type { Means, PostIn } from '#app/platform/post.ts'
import type { RateLimits } from '#app/platform/rate-limits.ts'
import { record } from '#app/platform/record.ts'

import { newResetLink } from './reset-links.ts'
import { resetPasswordMail } from './reset-password.mail.ts'

const kind = 'reset-link'
/** However often a link is asked for, one a minute and six an hour are sent. */
const mailing = [
  { limit: 1, windowMs: minute },
  { limit: 6, windowMs: 60 * minute },
]

const Asked = z.object({
  email: z.string(),
  /** Of the browser that asked, for who has saved none. */
  locale: z.string(),
  ip: z.string().nullable(),
  userAgent: z.string().nullable(),
  at: z.number(),
})

/**
 * Has a link sent to whoever has that address. For an address without account the same is stored and the same is answered;
 * which it was is found out later, when nobody can hold a watch to it.
 */
export async function askForResetLink(
  { db, keys }: Pick<Means, 'db' | 'keys'>,
  asked: z.output<typeof Asked>,
): Promise<void> {
  const address = createHash('sha256').update(emailKey(asked.email)).digest('base64url')
  const dedupeKey = `${kind}:${address}`
  await enqueue(db, keys, { kind, payload: asked, dedupeKey, now: asked.at })
}

interface Parts {
  db: Db
  keys: Keyring
  clock: Clock
  limits: RateLimits
  postIn: PostIn
}

/** Works off jobs of kind `reset-link`. */
export function resetLinkJob({ db, keys, clock, limits, postIn }: Parts): Handler {
  return async (payload) => {
    const { email, locale, ip, userAgent, at } = Asked.parse(payload)
    const now = clock.now()
    const user = await db
      .selectFrom('users')
      .select(['id', 'name', 'email', 'email_key', 'locale', 'timezone'])
      .where('email_key', '=', emailKey(email))
      .executeTakeFirst()
    if (!user || !(await mayMail(limits, user.id))) return

    const post = postIn(user.locale ?? locale, now)
    await inTransaction(db, async (tx) => {
      const account = { userId: user.id, sessionId: null, ip, userAgent, now: at }
      // First, because it holds the account's row: of two links that are made at once one must find the other.
      await record(tx, account, 'password.reset-requested', { email: user.email })
      const path = await newResetLink(tx, keys, { user, now })
      await post.send(tx, user, resetPasswordMail(post, path))
    })
  }
}

async function mayMail(limits: RateLimits, userId: string): Promise<boolean> {
  for (const [at, rate] of mailing.entries()) {
    const { allowed } = await limits.hit(`reset-mail${at}:${userId}`, rate)
    if (!allowed) return false
  }
  return true
}
