import type { FastifyRequest } from 'fastify'

import type { App } from '#app/http/server/app-type.ts'
import { toIso } from '#app/platform/lib/iso-time.ts'
import { grantedSupport } from '#app/platform/sessions/support-sessions.ts'

/** The banner of both sides, while an administrator may see an account. No query for everybody else. */
export function menuSupportProps(
  { db }: Pick<App, 'db'>,
  { session, supportAccess }: FastifyRequest,
) {
  if (supportAccess) {
    const { id, endsAt, owner } = supportAccess
    return { supportAccess: { id, isOwner: false, name: owner.name, endsAt: toIso(endsAt) } }
  }
  const granted = session?.granted_support
  return granted ? { supportAccess: () => grantedSupport(db, granted) } : null
}
