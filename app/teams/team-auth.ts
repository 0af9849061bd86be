import { msg } from '@foyer/i18n'
import type { FastifyReply, FastifyRequest } from 'fastify'

import type { App } from '#app/http/server/app-type.ts'
import { permissionsOfTeamRole } from '#app/permissions.ts'
import { AppError, Forbidden, NotFound } from '#app/platform/errors.ts'
import { route } from '#app/platform/route.ts'

import { findMembership, type Membership, type TeamOfRequest } from './membership.ts'
import { requirementsOf, unmetRequirements } from './requirements.ts'
import { teamChannelAuth } from './team-channel-auth.ts'

declare module 'fastify' {
  interface FastifyRequest {
    membership: TeamOfRequest | null
    /** The team of the address, with the role of the signed-in member. Only on routes with access `team`. */
    team(): TeamOfRequest
  }
}

/** The member has to do something first, such as adding a second factor. */
class RequirementsNotMet extends AppError {
  constructor() {
    super(403, {
      userMessage: msg('This team requires more of your account. Open the team to see what.'),
    })
  }
}

const slugPattern = /^[a-z0-9][a-z0-9-]*$/

/** Finds the membership that a route with access `team` requires. Other routes make no query. */
export function teamAuth(app: App): void {
  teamChannelAuth(app)
  app.decorateRequest('membership', null)
  app.decorateRequest('team', function (this: FastifyRequest) {
    if (!this.membership) throw new NotFound()
    return this.membership
  })

  app.addHook('onRequest', (request, reply, done) => {
    if (request.routeOptions.config.access !== 'team') return done()
    return admitMember(app, request, reply)
  })
}

async function admitMember(app: App, request: FastifyRequest, reply: FastifyReply) {
  const membership = await requireMembership(app, request)
  if (request.routeOptions.config.allowUnmetRequirements) return
  const required = requirementsOf(membership)
  const unmet = await unmetRequirements(app, required, request.currentUser(), request.now)
  if (unmet.length === 0) return
  if (request.inertia.wantsJson) throw new RequirementsNotMet()
  // Where setting up a second factor leads back to.
  reply.storeReturnTo()
  return reply.redirect(route('team-requirements.show', { team: membership.slug }))
}

/** @throws NotFound for others than members, which does not reveal that the team exists, or Forbidden */
async function requireMembership(app: App, request: FastifyRequest): Promise<Membership> {
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
  const permissions: readonly string[] = ['membership', ...permissionsOfTeamRole(membership.role)]
  if (!permissions.includes(String(permission))) throw new Forbidden()
  const channel = app.realtimeServer.teamChannelFor(membership.id, session)
  request.membership = { ...membership, channel }
  if (formPage) request.formPage = formPage.replace('{team}', slug)
  return membership
}

function slugOf(params: unknown): string {
  return typeof params === 'object' && params && 'team' in params ? String(params.team) : ''
}
