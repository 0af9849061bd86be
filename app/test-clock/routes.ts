import type { FastifyReply, FastifyRequest } from 'fastify'

import { features } from '#app/features.ts'
import type { App } from '#app/http/server/app-type.ts'
import { respond } from '#app/http/server/respond.ts'
import { routeOptions } from '#app/http/server/route-options.ts'
import { AdjustableClock } from '#app/platform/clock/adjustable-clock.ts'
import { NotFound } from '#app/platform/errors.ts'
import { pruneExpired } from '#app/platform/maintenance/prune-expired.ts'

import { moveClock, MoveClockForm } from './move-clock.ts'
import { resetClock } from './reset-clock.ts'
import { sessionExists } from './session-exists.ts'

export function testClockRoutes(app: App) {
  app.route({
    ...routeOptions('test-clock.store'),
    schema: { body: MoveClockForm },
    async handler(request, reply) {
      const clock = requireTestClock(app)
      const aheadMs = moveClock(clock, request.body)
      request.log.warn({ user: request.actor().userId, aheadMs }, 'test clock moved')
      // Expire and notify now; otherwise maintenance would do it within minutes.
      await pruneExpired(app.database, clock.now(), features)
      await signOutIfEnded(request, reply)
      return respond(reply, { status: 'test-clock-moved' })
    },
  })

  app.route({
    ...routeOptions('test-clock.destroy'),
    async handler(request, reply) {
      const clock = requireTestClock(app)
      const { offsetMs: aheadMs } = clock
      await resetClock(app, clock)
      request.log.warn({ user: request.session?.user_id, aheadMs }, 'test clock reset')
      await signOutIfEnded(request, reply)
      return respond(reply, { status: 'test-clock-real' })
    },
  })

  async function signOutIfEnded({ session }: FastifyRequest, reply: FastifyReply): Promise<void> {
    if (!session || (await sessionExists(app.db, session.session_id))) return
    reply.signOut()
    reply.clearHistory()
  }
}

/** @throws NotFound unless the test clock is enabled */
function requireTestClock({ clock }: App): AdjustableClock {
  if (clock instanceof AdjustableClock) return clock
  throw new NotFound()
}
