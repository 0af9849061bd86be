import { dataExport } from '#app/data-export/data-export.ts'
import type { App } from '#app/http/server/app-type.ts'
import { respond } from '#app/http/server/respond.ts'
import { routeOptions } from '#app/http/server/route-options.ts'
import { route } from '#app/platform/route.ts'

import { acceptTerms, AcceptTermsForm, changedDocuments } from './accept-terms.ts'
import { type Legal, legalForLocale, renderDocument } from './legal.ts'
import { combinedVersion, requireCurrentTerms, documentVersions } from './versions.ts'

export function legalRoutes(app: App, legal: Legal) {
  app.route({
    ...routeOptions('terms.show'),
    async handler({ translator }, reply) {
      return reply.page('TermsOfService', {
        ...(await renderDocument(legalForLocale(legal, translator.locale).terms)),
      })
    },
  })

  app.route({
    ...routeOptions('policy.show'),
    async handler({ translator }, reply) {
      return reply.page('PrivacyPolicy', {
        ...(await renderDocument(legalForLocale(legal, translator.locale).policy)),
      })
    },
  })

  acceptTermsRoutes(app, legal)
}

function acceptTermsRoutes(app: App, legal: Legal) {
  const versions = documentVersions(legal)

  app.route({
    ...routeOptions('terms.accept'),
    async handler(request, reply) {
      const user = request.currentUser()
      const changed = changedDocuments(user, versions)
      if (changed.length === 0) return reply.redirect(route('dashboard'))
      return reply.page('Auth/AcceptTerms', {
        isFirst: user.terms_version === null && user.policy_version === null,
        changed,
        termsVersion: combinedVersion(versions),
        dataExport: await dataExport(app.db, request.actor()),
      })
    },
  })

  app.route({
    ...routeOptions('terms.accept.store'),
    schema: { body: AcceptTermsForm },
    async handler(request, reply) {
      requireCurrentTerms(request.body.terms_version, versions)
      await acceptTerms(app.db, request.actor(), versions)
      const page = request.returnTo()?.page ?? route('dashboard')
      if (!request.inertia.wantsJson) reply.clearReturnTo()
      // A confirmation requested on this page stores the page itself as returnTo.
      const to = page.startsWith(route('terms.accept')) ? route('dashboard') : page
      return respond(reply, { code: 204, to })
    },
  })
}
