import { z } from 'zod'

import type { App } from '#app/http/server/app-type.ts'
import { respond } from '#app/http/server/respond.ts'
import { routeOptions } from '#app/http/server/route-options.ts'

import { AccountListParams, accountList } from './account-list.ts'
import { accountPage } from './account-page.ts'
import { AccountParams, accountRoutes, logChange } from './account-routes.ts'
import { dailyFigures } from './daily-figures.ts'
import { jobsPage, retryJob } from './failed-jobs.ts'
import { adminInvitationRoutes } from './invitation-routes.ts'
import { adminSupportAccessRoutes } from './support-access-routes.ts'
import { adminTeamRoutes } from './team-routes.ts'
import { adminWebhookRoutes } from './webhook-routes.ts'

export function adminRoutes(app: App) {
  accountPages(app)
  accountRoutes(app)
  jobRoutes(app)
  adminInvitationRoutes(app)
  adminSupportAccessRoutes(app)
  adminWebhookRoutes(app)
  if (app.config.teams) adminTeamRoutes(app)
  app.route({
    ...routeOptions('admin.settings'),
    handler: async (_request, reply) => reply.page('Admin/Settings', { list: app.config.settings }),
  })
}

function accountPages(app: App) {
  app.route({
    ...routeOptions('admin.accounts'),
    schema: { querystring: AccountListParams },
    async handler(request, reply) {
      const { query } = request
      const { cursor, ...shown } = query
      const isStart = cursor === undefined && shown.search === '' && shown.filter === 'all'
      return reply.page('Admin/Accounts', {
        query: shown,
        ...(await accountList(app.db, query)),
        figures: isStart ? await dailyFigures(app.db, request.now) : null,
      })
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
      return respond(reply, { status: 'job-retried' })
    },
  })
}
