import type { FastifyReply, FastifyRequest } from 'fastify'

import type { App } from '#app/http/app.ts'
import { at } from '#app/http/at.ts'
import { done } from '#app/http/done.ts'
import { NotFound } from '#app/platform/errors.ts'
import { MovableClock } from '#app/platform/movable-clock.ts'
import { prune } from '#app/platform/prune.ts'

import { backToRealTime } from './back-to-real-time.ts'
import { moveClock, MoveClockForm } from './move-clock.ts'
import { sessionIsLeft } from './session-is-left.ts'

export function testClockRoutes(app: App) {
  app.route({
    ...at('test-clock.store'),
    schema: { body: MoveClockForm },
    async handler(request, reply) {
      const clock = testClock(app)
      const aheadMs = moveClock(clock, request.body)
      request.log.warn({ user: request.account().userId, aheadMs }, 'the test clock was moved')
      // What has run out by now is told to those whom it concerns, as it would be within minutes.
      await prune(app.database, clock.now())
      await signOutIfEnded(request, reply)
      return done(request, reply, 'test-clock-moved')
    },
  })

  app.route({
    ...at('test-clock.destroy'),
    async handler(request, reply) {
      const clock = testClock(app)
      const { aheadMs } = clock
      await backToRealTime(app.database, clock)
      request.log.warn({ user: request.signedIn?.user_id, aheadMs }, 'the test clock was set back')
      await signOutIfEnded(request, reply)
      return done(request, reply, 'test-clock-real')
    },
  })

  async function signOutIfEnded({ signedIn }: FastifyRequest, reply: FastifyReply): Promise<void> {
    if (!signedIn || (await sessionIsLeft(app.db, signedIn.session_id))) return
    reply.signOut()
    reply.clearHistory()
  }
}

/** @throws NotFound where time cannot be moved: then nothing of this is there */
function testClock({ clock }: App): MovableClock {
  if (clock instanceof MovableClock) return clock
  throw new NotFound()
}
