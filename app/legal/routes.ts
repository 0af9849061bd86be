import { dataExport } from '#app/data-export/data-export.ts'
import type { App } from '#app/http/app.ts'
import { at } from '#app/http/at.ts'
import { emptyJson } from '#app/http/empty-json.ts'
import { route } from '#app/platform/route.ts'

import { agree, AgreeForm, changedDocuments } from './agree.ts'
import { type Legal, legalIn, readable } from './legal.ts'
import { onOffer, refuseOldTerms, versionsOf } from './versions.ts'

export function legalRoutes(app: App, legal: Legal) {
  app.route({
    ...at('terms.show'),
    async handler({ text }, reply) {
      return reply.page('TermsOfService', {
        ...(await readable(legalIn(legal, text.locale).terms)),
      })
    },
  })

  app.route({
    ...at('policy.show'),
    async handler({ text }, reply) {
      return reply.page('PrivacyPolicy', {
        ...(await readable(legalIn(legal, text.locale).policy)),
      })
    },
  })

  agreementRoutes(app, legal)
}

/** For who agreed to an older version. */
function agreementRoutes(app: App, legal: Legal) {
  const versions = versionsOf(legal)

  app.route({
    ...at('terms.accept'),
    async handler(request, reply) {
      const changed = changedDocuments(request.person(), versions)
      if (changed.length === 0) return reply.redirect(route('dashboard'))
      return reply.page('Auth/AcceptTerms', {
        changed,
        termsVersion: onOffer(versions),
        dataExport: await dataExport(app.db, request.account()),
      })
    },
  })

  app.route({
    ...at('terms.accept.store'),
    schema: { body: AgreeForm },
    async handler(request, reply) {
      refuseOldTerms(request.body.terms_version, versions)
      await agree(app.db, request.account(), versions)
      const page = request.interrupted()?.page ?? route('dashboard')
      if (request.inertia.wantsJson) return emptyJson(reply, 204)
      reply.forgetInterrupted()
      // Confirming for something below the form also leaves a page to go back to: this one.
      return reply.redirect(page.startsWith(route('terms.accept')) ? route('dashboard') : page)
    },
  })
}
