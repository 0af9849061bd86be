import type { InertiaRequest } from './inertia-request.ts'
import { isOtherOrigin } from './urls.ts'

export interface Redirect {
  status: number
  location: string
}

/** The 409 header that the client follows, or the status of an ordinary redirect. */
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
  // fetch would follow the redirect and send the visit's headers and token to another site.
  if (convertsForeign && isOtherOrigin(location, origin)) return 'x-inertia-location'
  // fetch hides the fragment of a redirect it follows.
  if (location.includes('#') && !request.isPrefetch) return 'x-inertia-redirect'
  // Browsers repeat a PUT, PATCH or DELETE at the target of a 302.
  return request.method === 'GET' || request.method === 'HEAD' ? status : 303
}

/** Whether a visit comes from a page with outdated scripts. */
export function isVersionOutdated(request: InertiaRequest, version: string): boolean {
  return (
    request.method === 'GET' && request.isVisit && version !== '' && request.version !== version
  )
}
