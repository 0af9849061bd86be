import type { FastifyRequest } from 'fastify'
import { z } from 'zod'

import {
  type AccountChange,
  accountChanges,
  ChangeAccountForm,
} from '#app/account-changes/account-changes.ts'
import { rateLimit } from '#app/http/security/rate-limit.ts'
import type { App } from '#app/http/server/app-type.ts'
import { respond } from '#app/http/server/respond.ts'
import { routeOptions } from '#app/http/server/route-options.ts'
import { roleNames } from '#app/permissions.ts'
import { chosenEmail } from '#app/platform/validation/form-fields.ts'

import { assignRole } from './assign-role.ts'
import {
  type AdministratorChange,
  changeAccountAsAdministrator,
  requireChangeable,
  type Target,
} from './change-account-as-administrator.ts'
import { correctEmailAddress } from './correct-email-address.ts'
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
        change: ({ context, actor }) => change(context, actor),
      })
      return respond(reply, { status: 'account-changed' })
    },
  })
}

function roleRoute(app: App) {
  app.route({
    ...routeOptions('admin.account.change-role'),
    schema: { params: AccountParams, body: ChangeRoleForm },
    async handler(request, reply) {
      const { role, reason } = request.body
      await asAdministrator(app, request, {
        target: { userId: request.params.account, reason },
        change: (change) => assignRole(change, role),
      })
      return respond(reply, { status: 'account-changed' })
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
        change: ({ context, actor }) => correctEmailAddress(context, actor, email),
      })
      return respond(reply, { status: 'account-changed' })
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
  { target, change }: { target: Target; change: (change: AdministratorChange) => Promise<unknown> },
): Promise<void> {
  const administrator = request.currentUser()
  const { permission, routeName } = request.routeOptions.config
  await requireChangeable(app.db, administrator, target.userId)
  const byAdministrator = { accountKey: administrator.user_id, limits: administratorLimits }
  await rateLimit(app, request, { action: 'administrator', ...byAdministrator })
  if (!protectingRoutes.includes(routeName)) {
    const ofAccount = { accountKey: target.userId, limits: changedAccountLimits }
    await rateLimit(app, request, { action: 'changed-account', ...ofAccount })
  }
  await changeAccountAsAdministrator(
    request.context(),
    { administrator, permission },
    target,
    change,
  )
  logChange(request, target.userId)
}

/** Exempt from the limit per account, so that other administrators cannot block the lock or sign-out of a compromised account. */
const protectingRoutes: readonly unknown[] = ['admin.account.lock', 'admin.account.end-sessions']

/**
 * Logs a change to the server log, which administrators cannot read or alter.
 *
 * @param target  an id; null for an address without an account, which no log has
 */
export function logChange(request: FastifyRequest, target: string | null): void {
  const { user_id: administrator } = request.currentUser()
  const action = request.routeOptions.config.routeName
  request.log.info({ administrator, target, action }, 'changed by an administrator')
}
