import { z } from 'zod'

import type { App } from '#app/http/app.ts'
import { at } from '#app/http/at.ts'
import { done } from '#app/http/done.ts'
import { emptyJson } from '#app/http/empty-json.ts'
import { askForConfirmation } from '#app/http/guards.ts'
import { askWhoItIs } from '#app/http/password-guess.ts'
import { route } from '#app/platform/route.ts'

import { endOneSession } from './end-one-session.ts'
import { endOtherSessions, EndOtherSessionsForm } from './end-other-sessions.ts'

const One = z.object({ session: z.string() })

export function browserSessionRoutes(app: App) {
  app.route({
    ...at('browser-session.destroy'),
    schema: { params: One },
    async handler(request, reply) {
      const account = request.account()
      const { session } = request.params
      // Ending the own one is signing out, which needs no leave.
      if (session !== account.sessionId) askForConfirmation(request, 180)
      await endOneSession(app.db, account, session)
      if (session !== account.sessionId) return done(request, reply, 'browser-session-ended')
      reply.signOut()
      return request.inertia.wantsJson
        ? emptyJson(reply, 204)
        : reply.clearHistory().redirect(route('home'))
    },
  })

  app.route({
    ...at('other-browser-sessions.destroy'),
    schema: { body: EndOtherSessionsForm },
    async handler(request, reply) {
      const typed = request.body?.password
      await askWhoItIs(app, { request, reply, typed, minutes: 180 })
      await endOtherSessions(app.db, request.account())
      return done(request, reply, 'other-browser-sessions-ended')
    },
  })
}
