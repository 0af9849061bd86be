import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyRequest } from 'fastify'

import type { Config } from '#app/platform/config.ts'

/** Names and attributes of our cookies. Over https the `__Host-` prefix makes the browser refuse any set by a subdomain or a path. */
export function cookieNames(config: Config) {
  const prefix = isHttps(config) ? '__Host-' : ''
  return {
    session: `${prefix}foyer`,
    guest: `${prefix}foyer-guest`,
    interrupted: `${prefix}foyer-interrupted`,
    /** Names this browser, signed in or not, so that a sign-in from a new one can be told to the owner. */
    device: `${prefix}foyer-device`,
    challenge: `${prefix}foyer-challenge`,
    csrf: `${prefix}XSRF-TOKEN`,
    /** These two are also written by the page itself: see web/parts/remember.ts. */
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
export function soleCookie({ headers, cookies }: FastifyRequest, name: string): string | undefined {
  const sent = headers.cookie ?? ''
  const mark = `${name}=`
  const first = sent.indexOf(mark)
  const isSpaced = sent.includes(`${name} `) || sent.includes(`${name}\t`)
  if (!isSpaced && sent.indexOf(mark, first + 1) === -1) return cookies[name]
  const values = sent.split(';').flatMap((pair) => {
    const at = pair.indexOf('=')
    return at !== -1 && pair.slice(0, at).trim() === name ? pair.slice(at + 1).trim() : []
  })
  return new Set(values).size === 1 ? cookies[name] : undefined
}

function isHttps(config: Config): boolean {
  return config.appUrl.protocol === 'https:'
}
