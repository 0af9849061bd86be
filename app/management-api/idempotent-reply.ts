import { msg } from '@foyer/i18n'
import type { FastifyReply, FastifyRequest } from 'fastify'

import { rateLimit } from '#app/http/security/rate-limit.ts'
import { ValidationError } from '#app/platform/errors.ts'

import { hasStoredResponse, respondOnce, type StoredResponse } from './idempotency.ts'
import { managedAccountLimits, managedTeamLimits, maxIdempotencyKeyLength } from './limits.ts'
import type { ManagementContext } from './service-actor.ts'

/** The account or address whose changes are limited, or the team. */
type ChangeTarget = string | { teamId: string }

/** Runs a change once per idempotency key, and logs it for the operator. */
export async function runIdempotently(
  request: FastifyRequest,
  reply: FastifyReply,
  target: ChangeTarget,
  work: (context: ManagementContext) => Promise<StoredResponse>,
): Promise<void> {
  const { id: tokenId, name } = request.serviceToken()
  const { method, url, body: sent } = request
  const keyed = { tokenId, key: idempotencyKey(request), method, url, body: sent }
  // A repeated request changes nothing, so it does not count.
  const isFirst = !(await hasStoredResponse(request.server.db, keyed))
  if (isFirst) await rateLimit(request.server, request, attemptAt(target))
  const { status, body, isRepeated } = await respondOnce(request.context(), keyed, work)
  const action = request.routeOptions.config.routeName
  if (isRepeated) reply.header('idempotency-replayed', 'true')
  else request.log.info({ service: name, target, action }, 'changed by a service')
  reply.code(status).send(body)
}

function attemptAt(target: ChangeTarget) {
  return typeof target === 'string'
    ? { action: 'managed-account', accountKey: target, limits: managedAccountLimits }
    : { action: 'managed-team', accountKey: target.teamId, limits: managedTeamLimits }
}

/** @throws ValidationError */
function idempotencyKey({ headers }: FastifyRequest): string | null {
  const key = headers['idempotency-key']
  if (key === undefined) return null
  const isValid =
    typeof key === 'string' && key.length <= maxIdempotencyKeyLength && /^[\x21-\x7e]+$/.test(key)
  if (isValid) return key
  throw new ValidationError({
    'idempotency-key': msg(
      'The Idempotency-Key header must have 1 to {max} printable ASCII characters.',
      {
        max: maxIdempotencyKeyLength,
      },
    ),
  })
}
