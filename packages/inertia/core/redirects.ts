import type { Facts } from './facts.ts'
import { isForeign } from './urls.ts'

export interface Redirect {
  status: number
  location: string
}

/** Which header of a 409 the client follows, or the status of an ordinary redirect. */
export type RedirectAnswer = 'x-inertia-location' | 'x-inertia-redirect' | number

const rewritten = new Set([301, 302, 303])

export function answerRedirect(
  { status, location }: Redirect,
  facts: Facts,
  origin: string,
  convertsForeign = true,
): RedirectAnswer {
  if (!rewritten.has(status)) return status
  if (!facts.isVisit) return facts.method === 'POST' && status === 302 ? 303 : status
  // A visit follows redirects by itself, and would carry its headers and our token to another site.
  if (convertsForeign && isForeign(location, origin)) return 'x-inertia-location'
  // The fragment of a redirect followed by itself is lost to the client.
  if (location.includes('#') && !facts.isPrefetch) return 'x-inertia-redirect'
  // Browsers repeat a PUT, PATCH or DELETE at the target of a 302.
  return facts.method === 'GET' || facts.method === 'HEAD' ? status : 303
}

/** True when a visit comes from a page whose scripts are no longer the server's. */
export function isOutdated(facts: Facts, version: string): boolean {
  return facts.method === 'GET' && facts.isVisit && version !== '' && facts.version !== version
}
