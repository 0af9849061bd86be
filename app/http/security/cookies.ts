import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyRequest } from 'fastify'

import type { Config } from '#app/platform/config/config.ts'

/** Names and attributes of our cookies. Over https the `__Host-` prefix makes the browser refuse any set by a subdomain or a path. */
export function cookieNames(config: Config) {
  const prefix = isHttps(config) ? '__Host-' : ''
  return {
    session: `${prefix}foyer`,
    guest: `${prefix}foyer-guest`,
    returnTo: `${prefix}foyer-interrupted`,
    /** Names this browser, signed in or not, so that a sign-in from a new one can be told to the owner. */
    device: `${prefix}foyer-device`,
    twoFactor: `${prefix}foyer-challenge`,
    csrf: `${prefix}XSRF-TOKEN`,
    /** These two are also written by the page itself: see web/lib/preference-cookie.ts. */
    theme: `${prefix}theme`,
    locale: `${prefix}locale`,
  }
}

export function cookieOptions(config: Config): CookieSerializeOptions {
  return { path: '/', httpOnly: true, sameSite: 'lax', secure: isHttps(config) }
}

/**
 * A cookie's value. One that comes twice with different values counts as none: one of the two was planted by whoever can set
 * cookies for a neighbouring host or path, and there is no telling which.
 */
export function unambiguousCookie(
  { headers, cookies }: FastifyRequest,
  name: string,
): string | undefined {
  const header = headers.cookie ?? ''
  const prefix = `${name}=`
  const first = header.indexOf(prefix)
  const hasPaddedName = header.includes(`${name} `) || header.includes(`${name}\t`)
  if (!hasPaddedName && header.indexOf(prefix, first + 1) === -1) return cookies[name]
  const values = header.split(';').flatMap((pair) => {
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
