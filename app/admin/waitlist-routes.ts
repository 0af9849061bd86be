import type { App } from '#app/http/server/app-type.ts'
import { routeOptions } from '#app/http/server/route-options.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { NotFound } from '#app/platform/errors.ts'
import { inviteWaiting, removeFromWaitlist, waitingAddress } from '#app/waitlist/waitlist.ts'

import { EntryParams, rateLimitInviting, respondInvited } from './invitation-routes.ts'

export function adminWaitlistRoutes(app: App) {
  app.route({
    ...routeOptions('admin.waiting.invite'),
    schema: { params: EntryParams },
    async handler(request, reply) {
      const t = request.translator
      const { email, email_key } = await findWaiting(app, request.params.entry)
      await rateLimitInviting(app, request, email_key)
      const invited = await inviteWaiting(request.context(), email_key)
      return invited
        ? respondInvited(request, reply, t('{email} is invited.', { email }))
        : respondInvited(request, reply, t('This address already has an account.'), 'danger')
    },
  })

  app.route({
    ...routeOptions('admin.waiting.remove'),
    schema: { params: EntryParams },
    async handler(request, reply) {
      const { email_key } = await findWaiting(app, request.params.entry)
      const removed = await inTransaction(app.db, (tx) => removeFromWaitlist(tx, email_key))
      if (!removed) throw new NotFound()
      const { email } = removed
      return respondInvited(
        request,
        reply,
        request.translator('{email} is no longer on the waitlist.', { email }),
      )
    },
  })
}

async function findWaiting(app: App, id: string) {
  const entry = await waitingAddress(app.db, id)
  if (!entry) throw new NotFound()
  return entry
}
