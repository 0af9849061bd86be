import type { IncomingMessage } from 'node:http'

/**
 * Applies `?_method=put` of a form sent without script, which can only POST. It only maps POST to other unsafe methods, so
 * the CSRF check is unaffected.
 *
 * @returns the URL without that parameter, for the router
 */
export function overrideMethod(request: IncomingMessage): string {
  const url = request.url ?? '/'
  const match = request.method === 'POST' && /[?&]_method=(put|patch|delete)(?=&|$)/.exec(url)
  if (!match) return url
  request.method = match[1]?.toUpperCase() ?? request.method
  return url.replace(/_method=\w+&?/, '').replace(/[?&]$/, '')
}
