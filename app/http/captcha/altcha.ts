import { createHash } from 'node:crypto'

import { createChallenge, extractParams, verifySolution } from 'altcha-lib/v1'
import { z } from 'zod'

import type { Keyring } from '#app/platform/crypto/keyring.ts'
import type { RateLimits } from '#app/platform/rate-limit/rate-limits.ts'
import { per } from '#app/platform/rate-limit/rate.ts'

import type { Captcha } from './captcha-type.ts'
import { maxWork, workLifetimeMs } from './limits.ts'

const keyPurpose = 'altcha'

/** The library throws for JSON of another shape. */
const Answer = z.object({
  algorithm: z.literal('SHA-256'),
  challenge: z.string(),
  number: z.number().int(),
  salt: z.string(),
  signature: z.string(),
})

/** Proof of work in Altcha's protocol. Each piece of work counts once. */
export function altcha({ keys, limits }: { keys: Keyring; limits: RateLimits }): Captcha {
  return {
    forPage: { kind: 'altcha' },
    field: 'altcha',
    async verify(encoded, { now }) {
      const answer = parseAnswer(encoded)
      if (!answer || !(await verifyWithAnyKey(keys, answer))) return 'failed'
      // Not the library's check, which reads the system's clock.
      if (!(Number(extractParams(answer)['expires']) * 1000 > now)) return 'failed'
      const work = createHash('sha256').update(answer.challenge).digest('base64url')
      const once = per(1, workLifetimeMs)
      const { allowed } = await limits.hit(`account:altcha:${work}`, once)
      return allowed ? 'passed' : 'failed'
    },
  }
}

/** Creates the proof of work for one form. */
export function createWork(keys: Keyring, now: number) {
  const [current] = hmacKeys(keys)
  if (!current) throw new Error('No application key')
  const expires = new Date(now + workLifetimeMs)
  return createChallenge({ hmacKey: current, maxNumber: maxWork, expires })
}

function parseAnswer(encoded: string): z.output<typeof Answer> | null {
  try {
    return Answer.parse(JSON.parse(Buffer.from(encoded, 'base64').toString()))
  } catch {
    return null
  }
}

async function verifyWithAnyKey(keys: Keyring, answer: z.output<typeof Answer>): Promise<boolean> {
  for (const key of hmacKeys(keys)) if (await verifySolution(answer, key, false)) return true
  return false
}

function hmacKeys(keys: Keyring): string[] {
  return keys.subKeys(keyPurpose).map(({ key }) => key.toString('hex'))
}
