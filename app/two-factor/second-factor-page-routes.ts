import { z } from 'zod'

import { dataExport } from '#app/data-export/data-export.ts'
import type { App } from '#app/http/server/app-type.ts'
import { routeOptions } from '#app/http/server/route-options.ts'
import { hasSecondFactor } from '#app/platform/auth/has-second-factor.ts'
import { route } from '#app/platform/route.ts'

import { twoFactor } from './two-factor.ts'

/** `next` is the path of one of our pages; anything else is ignored. */
const PageQuery = z.object({
  next: z
    .string()
    .max(200)
    .regex(/^\/(?!\/)[\w/-]*$/)
    .optional()
    .catch(undefined),
})

/** The setup page for any second factor. With REQUIRE_TWO_FACTOR, accounts without one are redirected here. */
export function secondFactorPageRoutes(app: App) {
  app.route({
    ...routeOptions('second-factor.show'),
    schema: { querystring: PageQuery },
    async handler(request, reply) {
      const actor = request.actor()
      const page = request.query.next ?? request.returnTo()?.page ?? route('dashboard')
      return reply.page('Auth/SecondFactor', {
        isRequired: app.config.requireTwoFactor,
        isDone: await hasSecondFactor(app.db, actor.userId),
        // Confirmation for this page's own form sets it as the return page.
        returnTo: page.startsWith(route('second-factor.show')) ? route('dashboard') : page,
        twoFactor: await twoFactor(
          { ...request.context(), appName: app.config.appName },
          request.currentUser(),
        ),
        dataExport: await dataExport(app.db, actor),
      })
    },
  })
}
