import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyRequest } from 'fastify'

import type { Config } from '#app/platform/config/config.ts'

declare module 'fastify' {
  interface FastifyInstance {
    cookieNames: ReturnType<typeof cookieNames>
  }
}

/** Over https, browsers reject `__Host-` cookies set by a subdomain or for a path. */
export function cookieNames(config: Config) {
  const prefix = isHttps(config) ? '__Host-' : ''
  return {
    session: `${prefix}foyer`,
    guest: `${prefix}foyer-guest`,
    /** The secrets of the sessions that this browser has beside the one in use. */
    otherAccounts: `${prefix}foyer-accounts`,
    /** The signed-in user is about to sign in to a further account. */
    addingAccount: `${prefix}foyer-adding`,
    returnTo: `${prefix}foyer-interrupted`,
    /** Identifies this browser, signed in or not, so that the owner is notified of a sign-in from a new one. */
    device: `${prefix}foyer-device`,
    /** Skips the second factor of the accounts that trust this browser. */
    trusted: `${prefix}foyer-trusted`,
    /** The recovery that this browser has requested. */
    recovery: `${prefix}foyer-recovery`,
    twoFactor: `${prefix}foyer-challenge`,
    /** A sign-in that waits for a provider's answer. */
    provider: `${prefix}foyer-provider`,
    /** The provider that this browser signed in with last; only for a hint. */
    lastProvider: `${prefix}foyer-last-provider`,
    csrf: `${prefix}XSRF-TOKEN`,
    /** Pages write these two as well; see web/lib/preference-cookie.ts. */
    theme: `${prefix}theme`,
    locale: `${prefix}locale`,
  }
}

export function cookieOptions(config: Config): CookieSerializeOptions {
  return { path: '/', httpOnly: true, sameSite: 'lax', secure: isHttps(config) }
}

/**
 * The value of a cookie, unless it is present twice with different values: one of them may have been planted from a sibling
 * domain or another path.
 */
export function unambiguousCookie(
  { headers, cookies }: FastifyRequest,
  name: string,
): string | undefined {
  const values = (headers.cookie ?? '').split(';').flatMap((pair) => {
    const separator = pair.indexOf('=')
    return separator !== -1 && pair.slice(0, separator).trim() === name
      ? pair.slice(separator + 1).trim()
      : []
  })
  return new Set(values).size === 1 ? cookies[name] : undefined
}

function isHttps(config: Config): boolean {
  return config.appUrl.protocol === 'https:'
}
