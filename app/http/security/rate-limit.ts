import { createHash } from 'node:crypto'

import type { FastifyRequest } from 'fastify'

import type { App } from '#app/http/server/app-type.ts'
import { TooManyRequests } from '#app/platform/errors.ts'
import { day } from '#app/platform/lib/durations.ts'
import type { AttemptLimits, Delays } from '#app/platform/rate-limit/attempt-limits.ts'
import { clearDelay, hitWithDelay } from '#app/platform/rate-limit/escalating-delay.ts'
import { hitNetworks } from '#app/platform/rate-limit/hit-networks.ts'
import type { RateLimitKey } from '#app/platform/rate-limit/rate-limit-key.ts'
import type { RateLimitResult } from '#app/platform/rate-limit/rate-limit-result.ts'
import { per, type Rate } from '#app/platform/rate-limit/rate.ts'
import { countedNetworks } from '#app/platform/validation/ip-addresses.ts'

import { guestFormLimit } from './limits.ts'

export interface Attempt {
  /** Attempts with the same action share counters. */
  action: string
  /** Identifies the account; any stable string. Null if there is none, which counts the network alone. */
  accountKey: string | null
  limits: AttemptLimits
  /** The field that shows the error; `form` by default. */
  field?: string
  /**
   * Whether the account has been signed in to from this browser before. A known device has its own limits beside those that
   * strangers use up, in its network or elsewhere, so that they do not lock the owner out.
   */
  isKnownDevice?: (accountKey: string, device: string) => Promise<boolean>
  /**
   * The account's session that makes the attempt. It has its own limits in place of those of a device, which is known only until a
   * takeover is reported: an attacker could report one as well.
   */
  sessionId?: string
}

/** Limits the forms guests send from one network, before validation. */
export function rateLimitGuestForms(app: App): void {
  app.addHook('preValidation', (request, _reply, done) => {
    const { method, session, routeOptions } = request
    const { access } = routeOptions.config
    const isForm = method !== 'GET' && (access === 'guest' || access === 'public')
    // A signed-in user who adds an account sends the same forms as a guest.
    if (!isForm || (session && access !== 'guest')) return done()
    return hitGuestForms(app, request)
  })
}

/** @throws TooManyRequests */
async function hitGuestForms(app: App, request: FastifyRequest): Promise<void> {
  const result = await hitNetworks(app.limits, 'guest-form', request.ip, guestFormLimit)
  const { allowed, retryAfterSeconds } = result
  if (!allowed) throw new TooManyRequests({ field: 'form', retryAfterSeconds })
}

/** Counts an attempt before it is made, so that concurrent ones cannot slip through. @throws TooManyRequests */
export async function rateLimit(
  app: App,
  request: FastifyRequest,
  attempt: Attempt,
): Promise<void> {
  let isClientAllowed: boolean | undefined
  for (const bucket of buckets(request, attempt)) {
    // After the limit of the network, so that one network cannot fill the store with devices.
    if (bucket.scope !== 'perIp') isClientAllowed ??= await hitClient(app, request, attempt)
    const { allowed, retryAfterSeconds } = await hitBucket(app, bucket)
    if (allowed) continue
    if (isClientAllowed && (await isOwnersClient(request, attempt))) return
    const field = attempt.field ?? 'form'
    throw new TooManyRequests({
      field,
      locksOwnerOut: locksOwnerOut(bucket),
      retryAfterSeconds,
    })
  }
}

/** Whether strangers can make the owner wait long: from other networks, or for a day from the owner's own. */
function locksOwnerOut(bucket: Bucket): boolean {
  if (bucket.scope === 'perIpAndAccount') return bucket.rate.windowMs >= day
  return bucket.scope !== 'perIp'
}

function hitBucket({ limits }: App, bucket: Bucket): Promise<RateLimitResult> {
  if (bucket.scope === 'delays') return hitWithDelay(limits, bucket.account, bucket.delays)
  return limits.hit(bucket.key, bucket.rate)
}

/**
 * Counts every attempt of the device or session, including those that the general limits allow, so that both limits are not added
 * up.
 */
async function hitClient(app: App, request: FastifyRequest, attempt: Attempt): Promise<boolean> {
  const results = await Promise.all(
    clientLimits(request, attempt).map(({ key, rate }) => app.limits.hit(key, rate)),
  )
  return results.length > 0 && results.every(({ allowed }) => allowed)
}

async function isOwnersClient(
  request: FastifyRequest,
  { accountKey, isKnownDevice, sessionId }: Attempt,
): Promise<boolean> {
  if (sessionId !== undefined) return true
  return isKnownDevice !== undefined && accountKey !== null
    ? isKnownDevice(accountKey, request.deviceId())
    : false
}

/** Per account, so that signing in to one does not clear the attempts at another. Empty without known devices or a session. */
function clientLimits(
  request: FastifyRequest,
  { action, accountKey, isKnownDevice, sessionId, limits }: Attempt,
): { key: RateLimitKey; rate: Rate }[] {
  if ((!isKnownDevice && sessionId === undefined) || accountKey === null) return []
  const scope = sessionId === undefined ? 'device' : 'session'
  const client = sha256(`${accountKey} ${sessionId ?? request.deviceId()}`)
  return [limits.perIpAndAccount.at(-1), limits.knownDevice ?? limits.perAccount].flatMap(
    (rate, index) => (rate ? [{ key: `${scope}:${action}:${index}:${client}`, rate }] : []),
  )
}

/** Resets the counters after a successful attempt, except the one of the IP. */
export async function clearAttempts(
  app: App,
  request: FastifyRequest,
  attempt: Attempt,
): Promise<void> {
  const clearable = buckets(request, attempt).filter(({ scope }) => scope !== 'perIp')
  await Promise.all(clientLimits(request, attempt).map(({ key }) => app.limits.clear(key)))
  await Promise.all(
    clearable.map((bucket) =>
      bucket.scope === 'delays'
        ? clearDelay(app.limits, bucket.account)
        : app.limits.clear(bucket.key),
    ),
  )
}

type Bucket =
  | { scope: Exclude<keyof AttemptLimits, 'delays'>; key: RateLimitKey; rate: Rate }
  | { scope: 'delays'; account: string; delays: Delays }

function buckets(request: FastifyRequest, { action, accountKey, limits }: Attempt): Bucket[] {
  const networks = countedNetworks(request.ip)
  const perIp = networks.map(({ network, factor }): Bucket => ({
    scope: 'perIp',
    key: `network:${action}:${network}`,
    rate: multiply(limits.perIp, factor),
  }))
  if (accountKey === null) return perIp
  // Hashed to bound the key's length.
  const account = sha256(accountKey)
  const pairs = limits.perIpAndAccount.flatMap((rate, index) =>
    networks.map(({ network, factor }): Bucket => ({
      scope: 'perIpAndAccount',
      key: `network-account:${action}:${index}:${network}:${account}`,
      rate: multiply(rate, factor),
    })),
  )
  const { delays } = limits
  return [
    ...perIp,
    ...pairs,
    ...(delays ? [{ scope: 'delays', account: `${action}:${account}`, delays } as const] : []),
    { scope: 'perAccount', key: `account:${action}:${account}`, rate: limits.perAccount },
  ]
}

function multiply({ limit, windowMs }: Rate, factor: number): Rate {
  return per(limit * factor, windowMs)
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}
