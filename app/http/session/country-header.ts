import type { FastifyRequest } from 'fastify'

/**
 * The country a trusted proxy says the visitor is in, as an ISO 3166 code; null when it says none, or when whoever speaks
 * is not the proxy: anyone can write a header.
 *
 * @param header  its name in small letters; null where the operator has not named one
 */
export function countryFromHeader(
  { headers, ips = [] }: Pick<FastifyRequest, 'headers' | 'ips'>,
  header: string | null,
): string | null {
  // The first is who connected; there are more only when that one is trusted and speaks for somebody.
  const value = header !== null && ips.length > 1 ? headers[header] : undefined
  return typeof value === 'string' && /^(?!XX)[A-Z]{2}$/.test(value) ? value : null
}
