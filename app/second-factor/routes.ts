import { dataExport } from '#app/data-export/data-export.ts'
import type { App } from '#app/http/app.ts'
import { at } from '#app/http/at.ts'
import { route } from '#app/platform/route.ts'
import { hasSecondFactor } from '#app/platform/second-factor.ts'
import { twoFactor } from '#app/two-factor/two-factor.ts'

/** One page to get a second factor, of whichever kind; where everyone must have one, those without are led there. */
export function secondFactorRoutes(app: App) {
  app.route({
    ...at('second-factor.show'),
    async handler(request, reply) {
      const account = request.account()
      const page = request.interrupted()?.page ?? route('dashboard')
      return reply.page('Auth/SecondFactor', {
        isDemanded: app.config.requireTwoFactor,
        isDone: await hasSecondFactor(app.db, account.userId),
        // Confirming for the form below also leaves a page to go back to: this one.
        intended: page.startsWith(route('second-factor.show')) ? route('dashboard') : page,
        twoFactor: await twoFactor(
          { ...request.means(), appName: app.config.appName },
          request.person(),
        ),
        dataExport: await dataExport(app.db, account),
      })
    },
  })
}
