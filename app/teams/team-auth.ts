import type { FastifyRequest } from 'fastify'

import type { App } from '#app/http/server/app-type.ts'
import { permissionsOfTeamRole } from '#app/permissions.ts'
import { Forbidden, NotFound } from '#app/platform/errors.ts'

import { channelAuth } from './channel-auth.ts'
import { findMembership, type TeamOfRequest } from './membership.ts'

declare module 'fastify' {
  interface FastifyRequest {
    membership: TeamOfRequest | null
    /** The team of the address, with the role of the signed-in member. Only on routes with access `team`. */
    team(): TeamOfRequest
  }
}

const slugPattern = /^[a-z0-9][a-z0-9-]*$/

/** Finds the membership that a route with access `team` requires. Other routes make no query. */
export function teamAuth(app: App): void {
  channelAuth(app)
  app.decorateRequest('membership', null)
  app.decorateRequest('team', function (this: FastifyRequest) {
    if (!this.membership) throw new NotFound()
    return this.membership
  })

  app.addHook('onRequest', (request, _reply, done) => {
    const { access } = request.routeOptions.config
    if (access !== 'team') return done()
    const letIn = () => done()
    requireMembership(app, request).then(letIn, done)
  })
}

/** @throws NotFound for others than members, which does not reveal that the team exists, or Forbidden */
async function requireMembership(app: App, request: FastifyRequest): Promise<void> {
  const { permission, formPage } = request.routeOptions.config
  const slug = slugOf(request.params)
  if (!slugPattern.test(slug)) throw new NotFound()
  const session = request.currentUser()
  const [membership] = await findMembership(app.db, {
    slug,
    userId: session.user_id,
    now: request.now,
  })
  if (!membership) throw new NotFound()
  const isPermitted = permissionsOfTeamRole(membership.role).some((name) => name === permission)
  if (!isPermitted) throw new Forbidden()
  const channel = app.realtimeServer.teamChannelFor(membership.id, session)
  request.membership = { ...membership, channel }
  if (formPage) request.formPage = formPage.replace('{team}', slug)
}

function slugOf(params: unknown): string {
  return typeof params === 'object' && params && 'team' in params ? String(params.team) : ''
}
