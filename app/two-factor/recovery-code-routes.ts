import type { FastifyReply } from 'fastify'
import { z } from 'zod'

import { rateLimit } from '#app/http/security/rate-limit.ts'
import type { App } from '#app/http/server/app-type.ts'
import { respond } from '#app/http/server/respond.ts'
import { routeOptions } from '#app/http/server/route-options.ts'

import { settingsLimits } from './limits.ts'
import { confirmRecoveryCodes, createPendingRecoveryCodes } from './pending-recovery-codes.ts'
import { countRecoveryCodes } from './recovery-codes.ts'

const ConfirmCodesForm = z.object({ id: z.string('Create new codes first.').max(100) })

export function recoveryCodeRoutes(app: App) {
  app.route({
    ...routeOptions('two-factor.recovery-codes'),
    async handler(request, reply) {
      const left = await countRecoveryCodes(app.db, request.actor().userId)
      return reply.header('cache-control', 'no-store').send({ left })
    },
  })

  app.route({
    ...routeOptions('two-factor.regenerate-recovery-codes'),
    async handler(request, reply) {
      const actor = request.actor()
      const action = 'recovery-codes'
      await rateLimit(app, request, { action, accountKey: actor.userId, limits: settingsLimits })
      const pending = await createPendingRecoveryCodes(request.context(), actor)
      return respondWithCodes(reply, { status: 'recovery-codes-generated', ...pending })
    },
  })

  app.route({
    ...routeOptions('two-factor.confirm-recovery-codes'),
    schema: { body: ConfirmCodesForm },
    async handler(request, reply) {
      await confirmRecoveryCodes(request.context(), request.actor(), request.body.id)
      return respond(reply, { status: 'recovery-codes-confirmed' })
    },
  })
}

/**
 * Codes are shown once; the database stores only their hashes.
 *
 * @param id  of pending codes, to confirm them with
 */
export function respondWithCodes(
  reply: FastifyReply,
  { status, codes, id }: { status: string; codes: string[]; id?: string },
) {
  return respond(reply, {
    json: { recovery_codes: codes, ...(id && { id }) },
    status,
    recoveryCodes: codes,
    ...(id && { pendingRecoveryCodes: id }),
  })
}
