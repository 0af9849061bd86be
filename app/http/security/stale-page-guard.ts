import type { FastifyReply, FastifyRequest } from 'fastify'

import type { App } from '#app/http/server/app-type.ts'
import { AccountSwitched } from '#app/platform/errors.ts'

/**
 * Refuses requests of a page that shows another account than the one this browser uses now. Cookies are shared by all tabs,
 * so after a switch the form of a page of Ada would otherwise be saved into Grace's account, with a valid CSRF token. Pages
 * therefore name their account: the client in a header, and forms and links without script in their query.
 */
export function stalePageGuard(app: App): void {
  app.addHook('onRequest', (request, reply, done) => {
    const account = accountShown(request)
    const { session, supportAccess } = request
    const isOther = account !== undefined && session !== null && account !== session.user_id
    const isSupportView = account === supportAccess?.owner.user_id
    if (!isOther || isSupportView || request.routeOptions.config.forAnyAccount) return done()
    const { inertia, method } = request
    if (inertia.isVisit && method === 'GET') return reloadDocument(request, reply)
    done(new AccountSwitched())
  })
}

/** Sends a version that no document has, so the client reloads only when no input would be lost. */
function reloadDocument(request: FastifyRequest, reply: FastifyReply): void {
  reply
    .code(409)
    .headers({ 'x-inertia-location': request.url, 'x-inertia-version': 'of-another-account' })
    .send()
}

function accountShown({ headers, query }: FastifyRequest): string | undefined {
  const header = headers['x-account']
  if (header !== undefined) return String(header)
  const hasParameter = typeof query === 'object' && query !== null && '_account' in query
  return hasParameter ? String(query._account) : undefined
}
