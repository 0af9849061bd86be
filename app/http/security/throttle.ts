import { createHash } from 'node:crypto'

import type { FastifyRequest } from 'fastify'

import type { App } from '#app/http/server/app.ts'
import { TooManyRequests } from '#app/platform/errors.ts'
import { networkKey } from '#app/platform/validation/ip-addresses.ts'

type Limit = readonly [tries: number, windowMs: number]

/**
 * How often something may be tried: by one network address, by that address for one account, and for one account from
 * everywhere. They are asked in this order and the first refusal ends it, so that refused tries count no further: one
 * address alone must never reach what an account bears from everywhere, or a stranger could lock the owner out.
 */
export interface AttemptLimits {
  perIp: Limit
  perIpAndAccount: readonly Limit[]
  perAccount: Limit
}

export interface Attempt {
  /** Tries of one name are counted together. */
  action: string
  /** Whose account it is about; any stable text. */
  accountKey: string
  limits: AttemptLimits
  /** The field that shows the refusal; without it the whole form does. */
  field?: string
  /**
   * Whether the browser was let in to the account before. One that was is let past what the account bears from everywhere,
   * under a limit of its own: strangers at many addresses must not lock the owner out of the own laptop.
   */
  isKnownDevice?: (accountKey: string, device: string) => Promise<boolean>
}

/** More than a large office behind one address sends, and less than keeps a core busy. */
const guestFormLimit: Limit = [300, 60_000]

/** Limits the forms that one network address sends without being signed in, before they are validated. */
export function throttleGuestForms(app: App): void {
  app.addHook('preValidation', async (request) => {
    const { method, session, routeOptions } = request
    const { access } = routeOptions.config
    const isForm = method !== 'GET' && (access === 'guest' || access === 'public')
    if (!isForm || session) return
    const [limit, windowMs] = guestFormLimit
    const key = `guest-form:address:${networkKey(request.ip)}`
    const { allowed, retryAfterSeconds } = await app.limits.hit(key, { limit, windowMs })
    if (!allowed)
      throw new TooManyRequests({
        field: 'form',
        retryAfterSeconds: Math.max(1, retryAfterSeconds),
      })
  })
}

/** Counts a try before it is made, so that many at once cannot slip through. @throws TooMany */
export async function throttle(app: App, request: FastifyRequest, attempt: Attempt): Promise<void> {
  for (const { scope, key, limit } of buckets(request, attempt)) {
    const [maxAttempts, windowMs] = limit
    const { allowed, retryAfterSeconds } = await app.limits.hit(key, {
      limit: maxAttempts,
      windowMs,
    })
    if (allowed) continue
    if (scope === 'perAccount' && (await isAllowedForKnownDevice(app, request, attempt))) return
    const field = attempt.field ?? 'form'
    throw new TooManyRequests({ field, retryAfterSeconds: Math.max(1, retryAfterSeconds) })
  }
}

async function isAllowedForKnownDevice(
  app: App,
  request: FastifyRequest,
  attempt: Attempt,
): Promise<boolean> {
  const { action, accountKey, limits, isKnownDevice } = attempt
  const device = request.deviceId()
  if (!isKnownDevice || !(await isKnownDevice(accountKey, device))) return false
  const limitKey = `${action}:device:${createHash('sha256').update(device).digest('base64url')}`
  const [limit, windowMs] = limits.perIpAndAccount.at(-1) ?? limits.perAccount
  const { allowed } = await app.limits.hit(limitKey, { limit, windowMs })
  return allowed
}

/** Forgets the tries of someone who has now shown who they are; the network address stays counted. */
export async function clearAttempts(
  app: App,
  request: FastifyRequest,
  attempt: Attempt,
): Promise<void> {
  const clearable = buckets(request, attempt).filter(({ scope }) => scope !== 'perIp')
  await Promise.all(clearable.map(({ key }) => app.limits.clear(key)))
}

interface Bucket {
  scope: keyof AttemptLimits
  key: string
  limit: Limit
}

function buckets(request: FastifyRequest, { action, accountKey, limits }: Attempt): Bucket[] {
  const ipKey = networkKey(request.ip)
  // Bounded, whatever was typed.
  const accountHash = createHash('sha256').update(accountKey).digest('base64url')
  const pairs = limits.perIpAndAccount.map((limit, index): Bucket => ({
    scope: 'perIpAndAccount',
    key: `${action}:pair${index}:${ipKey}:${accountHash}`,
    limit,
  }))
  return [
    { scope: 'perIp', key: `${action}:address:${ipKey}`, limit: limits.perIp },
    ...pairs,
    { scope: 'perAccount', key: `${action}:account:${accountHash}`, limit: limits.perAccount },
  ]
}
