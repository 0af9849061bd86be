import { optional } from '@foyer/inertia'

import type { App } from '#app/http/server/app-type.ts'
import { routeOptions } from '#app/http/server/route-options.ts'
import { toIso } from '#app/platform/lib/iso-time.ts'
import { lazy } from '#app/platform/lib/lazy.ts'
import { whenReady } from '#app/platform/lib/maybe-promise.ts'
import { isConfirmed } from '#app/platform/sessions/is-confirmed.ts'
import { recentEvents } from '#app/time-travel/time-travel.ts'

import { dashboard } from './dashboard.ts'

const maxRecentEvents = 5

export function homeRoutes(app: App) {
  app.route({
    ...routeOptions('home'),
    handler: (_request, reply) => reply.page('Welcome', { registration: app.config.registration }),
  })

  app.route({
    ...routeOptions('dashboard'),
    handler(request, reply) {
      const { db, config } = app
      const { sensitive } = config.confirmationMinutes
      // Shared by both props, so that the page costs one query beside that of the session.
      const loadDashboard = lazy(() => dashboard(db, request.currentUser(), request.now))
      return reply.page('Dashboard', {
        passkeyOffer: () =>
          whenReady(
            loadDashboard(),
            ({ passkeyOffer }) =>
              passkeyOffer && isConfirmed(request.currentUser(), request.now, sensitive),
          ),
        securityIssues: () => whenReady(loadDashboard(), ({ securityIssues }) => securityIssues),
        sessions: () => whenReady(loadDashboard(), ({ sessions }) => sessions),
        sessionCount: () => whenReady(loadDashboard(), ({ sessionCount }) => sessionCount),
        memberSince: toIso(request.currentUser().created_at),
        recentEvents: optional(() => recentEvents(db, request.actor(), maxRecentEvents)),
      })
    },
  })
}
