import { type AccountChange, accountChanges } from '#app/account-changes/account-changes.ts'
import type { App } from '#app/http/server/app-type.ts'
import { routeOptions } from '#app/http/server/route-options.ts'
import { emailKey } from '#app/platform/validation/email-address.ts'

import { changeUser, changeUserAttributes, changeUserRole, createUser } from './change-user.ts'
import { runIdempotently } from './idempotent-reply.ts'
import { endpoints } from './management-endpoints.ts'
import { listUsers, showUser } from './users.ts'

export function userRoutes(app: App): void {
  listRoutes(app)
  const changes = accountChanges
  changeRoute(app, routeOptions('management.users.lock'), changes.lock)
  changeRoute(app, routeOptions('management.users.unlock'), changes.unlock)
  changeRoute(app, routeOptions('management.users.end-sessions'), changes['end-sessions'])
  const passwordLink = routeOptions('management.users.send-password-link')
  changeRoute(app, passwordLink, changes['send-password-link'])
  const verification = routeOptions('management.users.send-verification')
  changeRoute(app, verification, changes['send-verification'])
  const twoFactor = routeOptions('management.users.reset-two-factor')
  changeRoute(app, twoFactor, changes['reset-two-factor'])
  changeRoute(app, routeOptions('management.users.delete'), changes.delete)
  changeRoute(app, routeOptions('management.users.keep'), changes.keep)
  changeRoute(app, routeOptions('management.users.export'), changes.export)
  roleRoute(app)
  attributesRoute(app)
}

function listRoutes(app: App): void {
  app.route({
    ...routeOptions('management.users.index'),
    schema: endpoints['management.users.index'].schema,
    handler: (request) => listUsers(app.db, request.query),
  })

  app.route({
    ...routeOptions('management.users.show'),
    schema: endpoints['management.users.show'].schema,
    handler: (request) => showUser(app.db, app.attributes, request.params.user),
  })

  app.route({
    ...routeOptions('management.users.store'),
    schema: endpoints['management.users.store'].schema,
    handler: (request, reply) =>
      runIdempotently(request, reply, emailKey(request.body.email), async (context) => ({
        status: 201,
        body: { id: await createUser(context, request.serviceToken(), request.body) },
      })),
  })
}

function changeRoute(
  app: App,
  options: ReturnType<typeof routeOptions>,
  change: AccountChange,
): void {
  app.route({
    ...options,
    schema: endpoints['management.users.lock'].schema,
    handler(request, reply) {
      const target = { userId: request.params.user, reason: request.body?.reason ?? null }
      return runIdempotently(request, reply, target.userId, async (context) => {
        await changeUser(context, request.serviceToken(), { ...target, change })
        return { status: 204 }
      })
    },
  })
}

function roleRoute(app: App): void {
  app.route({
    ...routeOptions('management.users.change-role'),
    schema: endpoints['management.users.change-role'].schema,
    handler(request, reply) {
      const { role, reason = null } = request.body
      const target = { userId: request.params.user, reason, role }
      return runIdempotently(request, reply, target.userId, async (context) => {
        await changeUserRole(context, request.serviceToken(), target)
        return { status: 204 }
      })
    },
  })
}

function attributesRoute(app: App): void {
  app.route({
    ...routeOptions('management.users.change-attributes'),
    schema: endpoints['management.users.change-attributes'].schema,
    handler(request, reply) {
      const { attributes: values, reason = null } = request.body
      const target = { userId: request.params.user, reason, values }
      return runIdempotently(request, reply, target.userId, async (context) => {
        await changeUserAttributes(context, request.serviceToken(), target)
        return { status: 204 }
      })
    },
  })
}
