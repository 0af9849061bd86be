import type { FastifyReply, FastifyRequest } from 'fastify'

import type { App } from '#app/http/server/app-type.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { NotSignedIn } from '#app/platform/errors.ts'
import { isAdminSession } from '#app/platform/sessions/is-admin-session.ts'
import { endSession } from '#app/platform/sessions/sessions.ts'

/**
 * Ends a session that is too old for the admin area when it is used there, so that the person signs in again. A confirmation does
 * not renew it.
 */
export function adminSession(app: App): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { session, now } = request
    const isForAdmins = request.routeOptions.config.access === 'role' && session !== null
    if (!isForAdmins || isAdminSession(session, now, app.config.adminSessionMs)) return done()
    const refuse = () => done(new NotSignedIn())
    endOldSession(app, request, reply).then(refuse, done)
  })
}

async function endOldSession(
  { db }: Pick<App, 'db'>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const actor = request.actor()
  const end = { by: 'system', why: 'expired' } as const
  await inTransaction(db, (tx) => endSession(tx, actor, actor.sessionId, end))
  reply.signOut()
}
