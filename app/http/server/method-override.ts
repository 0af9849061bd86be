import type { IncomingMessage } from 'node:http'

/**
 * A form that is sent without script can only say POST; its address names the method it means: `?_method=put`.
 *
 * Only ever from one method that changes things to another, so the guard against forged requests sees no difference.
 *
 * @returns the address without that parameter, for the router
 */
export function overrideMethod(request: IncomingMessage): string {
  const url = request.url ?? '/'
  const match = request.method === 'POST' && /[?&]_method=(put|patch|delete)(?=&|$)/.exec(url)
  if (!match) return url
  request.method = match[1]?.toUpperCase() ?? request.method
  return url.replace(/_method=\w+&?/, '').replace(/[?&]$/, '')
}
