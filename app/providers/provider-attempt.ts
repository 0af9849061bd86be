import { randomBytes } from 'node:crypto'

import { z } from 'zod'

import type { ActionContext } from '#app/platform/action-context.ts'
import { hashSecret } from '#app/platform/crypto/secret-tokens.ts'

import { attemptLifetimeMs } from './limits.ts'

const Attempt = z.object({
  provider: z.string(),
  state: z.string(),
  nonce: z.string(),
  codeVerifier: z.string(),
  /** The session that links an account; null to sign in. */
  sessionId: z.string().nullable(),
  endsAt: z.number(),
})

/** A sign-in that waits for the provider's answer. It is kept in an encrypted cookie of the browser that started it. */
export type ProviderAttempt = z.output<typeof Attempt>

type Context = Pick<ActionContext, 'db' | 'keys' | 'now'>

const purpose = 'provider-attempt'

export function newAttempt(
  { now }: Pick<Context, 'now'>,
  { provider, sessionId }: Pick<ProviderAttempt, 'provider' | 'sessionId'>,
): ProviderAttempt {
  const secret = () => randomBytes(32).toString('base64url')
  const endsAt = now + attemptLifetimeMs
  return { provider, sessionId, endsAt, state: secret(), nonce: secret(), codeVerifier: secret() }
}

export function sealAttempt({ keys }: Pick<Context, 'keys'>, attempt: ProviderAttempt): string {
  return keys.encrypt(purpose, JSON.stringify(attempt), '')
}

/** Null for a cookie that we did not set, or whose time is over. */
export function openAttempt(
  { keys, now }: Pick<Context, 'keys' | 'now'>,
  cookie: string,
): ProviderAttempt | null {
  const text = keys.decrypt(purpose, cookie, '')
  const attempt = text === null ? null : Attempt.parse(JSON.parse(text))
  return attempt && attempt.endsAt > now ? attempt : null
}

/** Marks the attempt as finished. Of concurrent answers with its state exactly one gets true. */
export async function consumeAttempt(
  { db }: Pick<Context, 'db'>,
  { state, endsAt }: ProviderAttempt,
): Promise<boolean> {
  const inserted = await db
    .insertInto('provider_states')
    .values({ state_hash: hashSecret(state), expires_at: endsAt })
    .onConflict((conflict) => conflict.doNothing())
    .returning('state_hash')
    .executeTakeFirst()
  return inserted !== undefined
}
