import type { FastifyRequest } from 'fastify'
import { z } from 'zod'

import { respondWithStatus } from '#app/http/inertia/respond-with-status.ts'
import { throttle } from '#app/http/security/throttle.ts'
import type { App } from '#app/http/server/app-type.ts'
import { routeOptions } from '#app/http/server/route-options.ts'
import { roleNames } from '#app/permissions.ts'

import { AccountListParams, accountList } from './account-list.ts'
import { accountPage } from './account-page.ts'
import { assignRole } from './assign-role.ts'
import {
  type AccountChange,
  accountChanges,
  administratorActor,
  ChangeAccountForm,
} from './change-account.ts'
import { jobsPage, retryJob } from './failed-jobs.ts'
import { invitationRoutes } from './invitation-routes.ts'
import { administratorLimits, changedAccountLimits } from './limits.ts'

const AccountParams = z.object({ account: z.string() })
const ChangeRoleForm = ChangeAccountForm.extend({
  role: z
    .enum(['none', ...roleNames], 'Choose a role.')
    .transform((name) => (name === 'none' ? null : name)),
})

export function adminRoutes(app: App) {
  accountPages(app)
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
  jobRoutes(app)
  invitationRoutes(app)
  app.route({
    ...routeOptions('admin.settings'),
    handler: async (_request, reply) => reply.page('Admin/Settings', { list: app.config.settings }),
  })
}

function accountPages(app: App) {
  app.route({
    ...routeOptions('admin.accounts'),
    schema: { querystring: AccountListParams },
    async handler({ query }, reply) {
      const { cursor: _, ...shown } = query
      return reply.page('Admin/Accounts', { query: shown, ...(await accountList(app.db, query)) })
    },
  })

  app.route({
    ...routeOptions('admin.account'),
    schema: { params: AccountParams },
    async handler(request, reply) {
      const { account: userId } = request.params
      const target = { userId, now: request.now }
      return reply.page('Admin/Account', await accountPage(app.db, request.currentUser(), target))
    },
  })
}

function changeRoute(app: App, options: ReturnType<typeof routeOptions>, change: AccountChange) {
  app.route({
    ...options,
    schema: { params: AccountParams, body: ChangeAccountForm },
    async handler(request, reply) {
      const target = { userId: request.params.account, reason: request.body.reason }
      const actor = await administratorActor(request.context(), request.currentUser(), target)
      await countChange(app, request, actor.userId)
      await change(request.context(), actor)
      logChange(request, actor.userId)
      return respondWithStatus(request, reply, 'account-changed')
    },
  })
}

/** @throws TooManyRequests */
async function countChange(app: App, request: FastifyRequest, target: string): Promise<void> {
  const administrator = request.currentUser().user_id
  const byAdministrator = { accountKey: administrator, limits: administratorLimits }
  await throttle(app, request, { action: 'administrator', ...byAdministrator })
  const ofAccount = { accountKey: target, limits: changedAccountLimits }
  await throttle(app, request, { action: 'changed-account', ...ofAccount })
}

/** For the operator, in a place that no administrator reaches. */
function logChange(request: FastifyRequest, target: string): void {
  const { user_id: administrator } = request.currentUser()
  const action = request.routeOptions.config.routeName
  request.log.info({ administrator, target, action }, 'changed by an administrator')
}

function roleRoute(app: App) {
  app.route({
    ...routeOptions('admin.account.change-role'),
    schema: { params: AccountParams, body: ChangeRoleForm },
    async handler(request, reply) {
      const { role, reason } = request.body
      const context = request.context()
      const target = { userId: request.params.account, reason }
      const actor = await administratorActor(context, request.currentUser(), target)
      const administratorId = request.currentUser().user_id
      await countChange(app, request, actor.userId)
      await assignRole(context, actor, { administratorId, role })
      logChange(request, actor.userId)
      return respondWithStatus(request, reply, 'account-changed')
    },
  })
}

function jobRoutes(app: App) {
  app.route({
    ...routeOptions('admin.jobs'),
    handler: async (_request, reply) => reply.page('Admin/Jobs', await jobsPage(app.db)),
  })

  app.route({
    ...routeOptions('admin.job.retry'),
    schema: { params: z.object({ job: z.string() }) },
    async handler(request, reply) {
      await retryJob(app.db, request.params.job, request.now)
      logChange(request, request.params.job)
      return respondWithStatus(request, reply, 'job-retried')
    },
  })
}
