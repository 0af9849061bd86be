import type { FastifyRequest } from 'fastify'

import { rateLimit } from '#app/http/security/rate-limit.ts'
import type { App } from '#app/http/server/app-type.ts'
import { mayActOn, permissionsOfRole } from '#app/permissions.ts'
import { isAdminSession } from '#app/platform/sessions/is-admin-session.ts'
import type { CurrentSession } from '#app/platform/sessions/sessions.ts'
import { openedSupport } from '#app/platform/sessions/support-sessions.ts'
import { isIpAllowed } from '#app/platform/validation/ip-addresses.ts'

import { openedPageLimits } from './limits.ts'
import { recordPage } from './record-page.ts'

/**
 * Shows another account to the session of an administrator, on routes with `duringSupport: 'asOwner'`. No session of that account
 * exists: `request.session` is the administrator's session with that account in it, and without role and confirmation.
 * The guards refuse every other route.
 */
export function supportAccessAuth(app: App): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { session } = request
    if (!session || session.opened_support === null) return done()
    const proceed = () => done()
    showAccount(app, request, session).then(proceed, done)
  })

  app.addHook('preHandler', (request, _reply, done) => {
    const { access, duringSupport } = request.routeOptions.config
    // The one public route is the photo on a page.
    if (!request.supportAccess || duringSupport !== 'asOwner' || access === 'public') return done()
    const proceed = () => done()
    recordOpenedPage(app, request).then(proceed, done)
  })
}

async function showAccount(app: App, request: FastifyRequest, session: CurrentSession) {
  const permissions = permissionsOfRole(session.role)
  const isPermitted =
    permissions.includes('support-access.request') &&
    isAdminSession(session, request.now, app.config.adminSessionMs) &&
    isIpAllowed(app.config.adminNetworks, request.ip)
  if (!isPermitted || session.opened_support === null) return
  const access = await openedSupport(app.db, session.opened_support)
  const isOwn = access?.administratorId === session.user_id
  if (!access || !isOwn || !mayActOn(permissions, access.owner.role)) return
  request.supportAccess = { ...access, administratorName: session.name }
  if (request.routeOptions.config.duringSupport !== 'asOwner') return
  request.session = {
    ...session,
    ...access.owner,
    role: null,
    confirmed_at: null,
    granted_support: null,
  }
}

async function recordOpenedPage(app: App, request: FastifyRequest): Promise<void> {
  const { supportAccess, now } = request
  if (!supportAccess) return
  const accountKey = supportAccess.owner.user_id
  await rateLimit(app, request, { action: 'support-page', accountKey, limits: openedPageLimits })
  const page = { path: pathWithQuery(request), name: supportAccess.administratorName, now }
  await recordPage(app.db, supportAccess, page)
}

/**
 * The path with the values that the page was given, because one parameter can be written in many ways, and without those
 * that the page ignores, which would make the same page look like many.
 */
function pathWithQuery({ url, query, routeOptions }: FastifyRequest): string {
  const { pathname } = new URL(url, 'http://localhost')
  const given: [string, unknown][] = routeOptions.schema?.querystring
    ? Object.entries(Object(query))
    : []
  const shown = new URLSearchParams(
    given.toSorted().flatMap(([name, value]) => {
      if (!value) return []
      return [[name, typeof value === 'object' ? JSON.stringify(value) : String(value)]]
    }),
  )
  return shown.size > 0 ? `${pathname}?${shown}` : pathname
}
