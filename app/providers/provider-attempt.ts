import { randomBytes } from 'node:crypto'

import { z } from 'zod'

import type { ActionContext } from '#app/platform/action-context.ts'
import { hashSecret } from '#app/platform/crypto/secret-tokens.ts'
import type { Db } from '#app/platform/db/connect.ts'

import { attemptLifetimeMs } from './limits.ts'

const Attempt = z.object({
  /** The answer does this only: one that confirms never signs in or links, and the other way round. */
  purpose: z.enum(['sign-in', 'link', 'confirm']),
  provider: z.string(),
  state: z.string(),
  nonce: z.string(),
  codeVerifier: z.string(),
  /** The session that links or confirms; null to sign in. */
  sessionId: z.string().nullable(),
  /** Keeps the person signed in on this device. */
  remember: z.boolean(),
  /** Path of the page that asked for a confirmation. */
  returnTo: z.string().nullable(),
  /** Real time in Unix milliseconds: the provider's clock knows no other. */
  startedAt: z.number(),
  endsAt: z.number(),
})

/** A sign-in that waits for the provider's answer. It is kept in an encrypted cookie of the browser that started it. */
export type ProviderAttempt = z.output<typeof Attempt>

export type NewAttempt = Pick<ProviderAttempt, 'purpose' | 'sessionId'> &
  Partial<Pick<ProviderAttempt, 'remember' | 'returnTo'>>

type Context = Pick<ActionContext, 'keys' | 'now' | 'realNow'>

const purpose = 'provider-attempt'

export function newProviderAttempt(
  { now, realNow }: Pick<Context, 'now' | 'realNow'>,
  provider: string,
  { remember = false, returnTo = null, ...input }: NewAttempt,
): ProviderAttempt {
  const secret = () => randomBytes(32).toString('base64url')
  return {
    ...input,
    provider,
    remember,
    returnTo,
    state: secret(),
    nonce: secret(),
    codeVerifier: secret(),
    startedAt: realNow,
    endsAt: now + attemptLifetimeMs,
  }
}

export function encryptProviderAttempt(
  { keys }: Pick<Context, 'keys'>,
  attempt: ProviderAttempt,
): string {
  return keys.encrypt(purpose, JSON.stringify(attempt), '')
}

/** Null for a cookie that we did not set, that another version set, or whose time is over. */
export function decryptProviderAttempt(
  { keys, now }: Pick<Context, 'keys' | 'now'>,
  cookie: string,
): ProviderAttempt | null {
  const text = keys.decrypt(purpose, cookie, '')
  const attempt = text === null ? undefined : Attempt.safeParse(JSON.parse(text)).data
  return attempt && attempt.endsAt > now ? attempt : null
}

/** Marks the attempt as finished. Of concurrent answers with its state exactly one gets true. */
export async function consumeAttempt(
  db: Db,
  { state, endsAt }: Pick<ProviderAttempt, 'state' | 'endsAt'>,
): Promise<boolean> {
  return consumeOnce(db, state, endsAt)
}

/** @returns true once for each text, until `expiresAt` */
export async function consumeOnce(db: Db, text: string, expiresAt: number): Promise<boolean> {
  const inserted = await db
    .insertInto('provider_states')
    .values({ state_hash: hashSecret(text), expires_at: expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .returning('state_hash')
    .executeTakeFirst()
  return inserted !== undefined
}
