import type { FastifyRequest } from 'fastify'
import { z } from 'zod'

import { respondWithStatus } from '#app/http/inertia/respond-with-status.ts'
import { throttle } from '#app/http/security/throttle.ts'
import type { App } from '#app/http/server/app-type.ts'
import { routeOptions } from '#app/http/server/route-options.ts'
import { roleNames } from '#app/permissions.ts'
import type { Actor } from '#app/platform/actor.ts'
import { chosenEmail } from '#app/platform/validation/form-fields.ts'

import { administratorActor, type Target } from './administrator-actor.ts'
import { assignRole } from './assign-role.ts'
import { type AccountChange, accountChanges, ChangeAccountForm } from './change-account.ts'
import { correctAddress } from './correct-address.ts'
import { administratorLimits, changedAccountLimits } from './limits.ts'

export const AccountParams = z.object({ account: z.string() })
const ChangeRoleForm = ChangeAccountForm.extend({
  role: z
    .enum(['none', ...roleNames], 'Choose a role.')
    .transform((name) => (name === 'none' ? null : name)),
})

export function accountRoutes(app: App) {
  changeRoute(app, routeOptions('admin.account.lock'), accountChanges.lock)
  changeRoute(app, routeOptions('admin.account.unlock'), accountChanges.unlock)
  changeRoute(app, routeOptions('admin.account.end-sessions'), accountChanges['end-sessions'])
  changeRoute(
    app,
    routeOptions('admin.account.send-password-link'),
    accountChanges['send-password-link'],
  )
  changeRoute(
    app,
    routeOptions('admin.account.send-verification'),
    accountChanges['send-verification'],
  )
  changeRoute(
    app,
    routeOptions('admin.account.reset-two-factor'),
    accountChanges['reset-two-factor'],
  )
  changeRoute(app, routeOptions('admin.account.delete'), accountChanges.delete)
  changeRoute(app, routeOptions('admin.account.keep'), accountChanges.keep)
  changeRoute(app, routeOptions('admin.account.export'), accountChanges.export)
  roleRoute(app)
  addressRoute(app)
}

function changeRoute(app: App, options: ReturnType<typeof routeOptions>, change: AccountChange) {
  app.route({
    ...options,
    schema: { params: AccountParams, body: ChangeAccountForm },
    async handler(request, reply) {
      const target = { userId: request.params.account, reason: request.body.reason }
      await asAdministrator(app, request, {
        target,
        change: (actor) => change(request.context(), actor),
      })
      return respondWithStatus(request, reply, 'account-changed')
    },
  })
}

function roleRoute(app: App) {
  app.route({
    ...routeOptions('admin.account.change-role'),
    schema: { params: AccountParams, body: ChangeRoleForm },
    async handler(request, reply) {
      const administratorId = request.currentUser().user_id
      const { role, reason } = request.body
      await asAdministrator(app, request, {
        target: { userId: request.params.account, reason },
        change: (actor) => assignRole(request.context(), actor, { administratorId, role }),
      })
      return respondWithStatus(request, reply, 'account-changed')
    },
  })
}

function addressRoute(app: App) {
  app.route({
    ...routeOptions('admin.account.correct-address'),
    schema: {
      params: AccountParams,
      body: ChangeAccountForm.extend({ email: chosenEmail(app.config) }),
    },
    async handler(request, reply) {
      const { email, reason } = request.body
      await asAdministrator(app, request, {
        target: { userId: request.params.account, reason },
        change: (actor) => correctAddress(request.context(), actor, email),
      })
      return respondWithStatus(request, reply, 'account-changed')
    },
  })
}

/**
 * Changes an account, within the limits of both accounts, with the administrator and the reason in its log.
 *
 * @throws NotFound, Forbidden or TooManyRequests
 */
export async function asAdministrator(
  app: App,
  request: FastifyRequest,
  { target, change }: { target: Target; change: (actor: Actor) => Promise<void> },
): Promise<void> {
  const administrator = request.currentUser()
  const actor = await administratorActor(request.context(), administrator, target)
  const byAdministrator = { accountKey: administrator.user_id, limits: administratorLimits }
  await throttle(app, request, { action: 'administrator', ...byAdministrator })
  const ofAccount = { accountKey: actor.userId, limits: changedAccountLimits }
  await throttle(app, request, { action: 'changed-account', ...ofAccount })
  await change(actor)
  logChange(request, actor.userId)
}

/** For the operator, in a place that no administrator reaches. */
export function logChange(request: FastifyRequest, target: string): void {
  const { user_id: administrator } = request.currentUser()
  const action = request.routeOptions.config.routeName
  request.log.info({ administrator, target, action }, 'changed by an administrator')
}
