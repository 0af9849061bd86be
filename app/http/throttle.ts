import { createHash } from 'node:crypto'

import type { FastifyRequest } from 'fastify'

import type { App } from '#app/http/app.ts'
import { TooMany } from '#app/platform/errors.ts'
import { addressKey } from '#app/platform/networks.ts'

type Limit = readonly [tries: number, windowMs: number]

/**
 * How often something may be tried: by one network address, by that address for one account, and for one account from
 * everywhere. They are asked in this order and the first refusal ends it, so that refused tries count no further: one
 * address alone must never reach what an account bears from everywhere, or a stranger could lock the owner out.
 */
export interface Limits {
  address: Limit
  pair: readonly Limit[]
  account: Limit
}

export interface Try {
  /** Tries of one name are counted together. */
  what: string
  /** Whose account it is about; any stable text. */
  account: string
  limits: Limits
  /** The field that shows the refusal; without it the whole form does. */
  field?: string
  /**
   * Whether the browser was let in to the account before. One that was is let past what the account bears from everywhere,
   * under a limit of its own: strangers at many addresses must not lock the owner out of the own laptop.
   */
  isKnown?: (account: string, device: string) => Promise<boolean>
}

/** More than a large office behind one address sends, and less than keeps a core busy. */
const guestForms: Limit = [300, 60_000]

/** Limits the forms that one network address sends without being signed in, before they are validated. */
export function throttleGuests(app: App): void {
  app.addHook('preValidation', async (request) => {
    const { method, signedIn, routeOptions } = request
    const { access } = routeOptions.config
    const isForm = method !== 'GET' && (access === 'guest' || access === 'anyone')
    if (!isForm || signedIn) return
    const [limit, windowMs] = guestForms
    const key = `guest-form:address:${addressKey(request.ip)}`
    const { allowed, retryAfterSeconds } = await app.limits.hit(key, { limit, windowMs })
    if (!allowed)
      throw new TooMany({ field: 'form', retryAfterSeconds: Math.max(1, retryAfterSeconds) })
  })
}

/** Counts a try before it is made, so that many at once cannot slip through. @throws TooMany */
export async function throttle(app: App, request: FastifyRequest, attempt: Try): Promise<void> {
  for (const { of, key, limit } of buckets(request, attempt)) {
    const [tries, windowMs] = limit
    const { allowed, retryAfterSeconds } = await app.limits.hit(key, { limit: tries, windowMs })
    if (allowed) continue
    if (of === 'account' && (await isOwners(app, request, attempt))) return
    const field = attempt.field ?? 'form'
    throw new TooMany({ field, retryAfterSeconds: Math.max(1, retryAfterSeconds) })
  }
}

async function isOwners(app: App, request: FastifyRequest, attempt: Try): Promise<boolean> {
  const { what, account, limits, isKnown } = attempt
  const device = request.device()
  if (!isKnown || !(await isKnown(account, device))) return false
  const key = `${what}:device:${createHash('sha256').update(device).digest('base64url')}`
  const [limit, windowMs] = limits.pair.at(-1) ?? limits.account
  const { allowed } = await app.limits.hit(key, { limit, windowMs })
  return allowed
}

/** Forgets the tries of someone who has now shown who they are; the network address stays counted. */
export async function forgive(app: App, request: FastifyRequest, attempt: Try): Promise<void> {
  const own = buckets(request, attempt).filter(({ of }) => of !== 'address')
  await Promise.all(own.map(({ key }) => app.limits.clear(key)))
}

interface Bucket {
  of: keyof Limits
  key: string
  limit: Limit
}

function buckets(request: FastifyRequest, { what, account, limits }: Try): Bucket[] {
  const address = addressKey(request.ip)
  // Bounded, whatever was typed.
  const owner = createHash('sha256').update(account).digest('base64url')
  const pairs = limits.pair.map((limit, at): Bucket => ({
    of: 'pair',
    key: `${what}:pair${at}:${address}:${owner}`,
    limit,
  }))
  return [
    { of: 'address', key: `${what}:address:${address}`, limit: limits.address },
    ...pairs,
    { of: 'account', key: `${what}:account:${owner}`, limit: limits.account },
  ]
}
