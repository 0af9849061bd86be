import assert from 'node:assert/strict'

import { type Person } from './account-steps.ts'
import type { TestServer } from './test-server.ts'

export const unlockLink = /\/sign-in-unlock\/\S+/

/** More than an account allows before everybody must wait, see app/platform/auth/limits.ts. */
const guesses = 82

/** Strangers guess the password, each in a network of their own, until the owner is mailed a link. */
export async function requestUnlockLink(
  { origin }: Pick<TestServer, 'origin'>,
  { email }: Person,
): Promise<void> {
  const statuses = await Promise.all(
    Array.from({ length: guesses }, (_, index) => guess(origin, email, `198.51.100.${index}`)),
  )
  assert.ok(statuses.includes(429))
}

async function guess(origin: string, email: string, network: string): Promise<number> {
  const { status } = await fetch(`${origin}/login`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json',
      'sec-fetch-site': 'same-origin',
      'x-forwarded-for': network,
    },
    body: JSON.stringify({ email, password: 'a guess' }),
  })
  return status
}
