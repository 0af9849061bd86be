import type { InertiaRequest } from './inertia-request.ts'
import { isOtherOrigin } from './urls.ts'

export interface Redirect {
  status: number
  location: string
}

/** Which header of a 409 the client follows, or the status of an ordinary redirect. */
export type RedirectMethod = 'x-inertia-location' | 'x-inertia-redirect' | number

const rewrittenStatuses = new Set([301, 302, 303])

export function adaptRedirect(
  { status, location }: Redirect,
  request: InertiaRequest,
  origin: string,
  convertsForeign = true,
): RedirectMethod {
  if (!rewrittenStatuses.has(status)) return status
  if (!request.isVisit) return request.method === 'POST' && status === 302 ? 303 : status
  // A visit follows redirects by itself, and would carry its headers and our token to another site.
  if (convertsForeign && isOtherOrigin(location, origin)) return 'x-inertia-location'
  // The fragment of a redirect followed by itself is lost to the client.
  if (location.includes('#') && !request.isPrefetch) return 'x-inertia-redirect'
  // Browsers repeat a PUT, PATCH or DELETE at the target of a 302.
  return request.method === 'GET' || request.method === 'HEAD' ? status : 303
}

/** True when a visit comes from a page whose scripts are no longer the server's. */
export function isVersionOutdated(request: InertiaRequest, version: string): boolean {
  return (
    request.method === 'GET' && request.isVisit && version !== '' && request.version !== version
  )
}
