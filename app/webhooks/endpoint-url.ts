import { isIP } from 'node:net'

import { isLoopback } from '#app/platform/config/setting-parsers.ts'
import { ValidationError } from '#app/platform/errors.ts'
import { isPublicIp } from '#app/platform/validation/public-ip.ts'

import { maxEndpointUrlLength } from './limits.ts'

/**
 * A first check, for the person who enters the URL; each delivery checks the addresses of the name.
 *
 * @throws ValidationError for `url`
 */
export function parseEndpointUrl(text: string, allowsPrivate: boolean): string {
  const url = URL.canParse(text) && text.length <= maxEndpointUrlLength ? new URL(text) : null
  const refuse = (problem: string) => {
    throw new ValidationError({ url: problem })
  }
  if (!url) return refuse('Enter an address such as https://example.com/webhooks.')
  const { protocol, username, password, hostname } = url
  const host = hostname.replace(/^\[|\]$/g, '')
  if (protocol !== 'https:' && !(allowsPrivate && protocol === 'http:'))
    return refuse('The address must begin with https://.')
  if (username || password) return refuse('The address must not contain a password.')
  const isPrivate = isLoopback(host) || (isIP(host) !== 0 && !isPublicIp(host))
  if (isPrivate && !allowsPrivate) return refuse('The address must be on the internet.')
  url.hash = ''
  return url.href
}

/** The host of a stored URL; of one that was altered by hand, the text itself. */
export const hostOfEndpoint = (url: string): string => URL.parse(url)?.host ?? url
