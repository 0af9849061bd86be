import { z } from 'zod'

import { requireConfirmation } from '#app/http/security/guards.ts'
import { requirePasswordOrConfirmation } from '#app/http/security/password-attempts.ts'
import { rateLimit } from '#app/http/security/rate-limit.ts'
import type { App } from '#app/http/server/app-type.ts'
import { respond } from '#app/http/server/respond.ts'
import { routeOptions } from '#app/http/server/route-options.ts'
import { route } from '#app/platform/route.ts'

import { endOtherSessions, EndOtherSessionsForm } from './end-other-sessions.ts'
import { endSessionById } from './end-session-by-id.ts'
import { sessionNameLimits } from './limits.ts'
import { renameSession, SessionNameForm } from './rename-session.ts'

const SessionParams = z.object({ session: z.string() })

export function browserSessionRoutes(app: App) {
  app.route({
    ...routeOptions('browser-session.destroy'),
    schema: { params: SessionParams },
    async handler(request, reply) {
      const actor = request.actor()
      const { session } = request.params
      // Ending the current session is a sign-out, which needs no confirmation.
      if (session !== actor.sessionId) requireConfirmation(request, 'standard')
      await endSessionById(app.db, actor, session)
      if (session !== actor.sessionId) return respond(reply, { status: 'browser-session-ended' })
      reply.signOut()
      return respond(reply, { code: 204, clearHistory: true, to: route('home') })
    },
  })

  app.route({
    ...routeOptions('browser-session.update'),
    schema: { params: SessionParams, body: SessionNameForm },
    async handler(request, reply) {
      const attempt = { accountKey: request.actor().userId, limits: sessionNameLimits }
      await rateLimit(app, request, { action: 'session-name', ...attempt })
      await renameSession(app.db, request.actor(), request.params.session, request.body.name)
      return respond(reply, { status: 'browser-session-renamed' })
    },
  })

  app.route({
    ...routeOptions('other-browser-sessions.destroy'),
    schema: { body: EndOtherSessionsForm },
    async handler(request, reply) {
      const password = request.body?.password
      await requirePasswordOrConfirmation(app, { request, reply, password, level: 'standard' })
      await endOtherSessions(request.context(), request.actor())
      return respond(reply, { status: 'other-browser-sessions-ended' })
    },
  })
}
