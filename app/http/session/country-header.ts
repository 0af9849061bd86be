import type { FastifyRequest } from 'fastify'

/**
 * The visitor's country from a trusted proxy's header, as an ISO 3166 code; null without one. Requests that did not come
 * through the proxy could forge it and are ignored.
 *
 * @param header  its name in lower case; null when none is configured
 */
export function countryFromHeader(
  { headers, ips = [] }: Pick<FastifyRequest, 'headers' | 'ips'>,
  header: string | null,
): string | null {
  // The first address is the peer; there are more only when that peer is a trusted proxy.
  const value = header !== null && ips.length > 1 ? headers[header] : undefined
  return typeof value === 'string' && /^(?!XX)[A-Z]{2}$/.test(value) ? value : null
}
