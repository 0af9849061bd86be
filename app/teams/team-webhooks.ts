import type { Db } from '#app/platform/db/connect.ts'
import { toIso } from '#app/platform/lib/iso-time.ts'
import { route } from '#app/platform/route.ts'
import { listDeliveries, listEndpoints } from '#app/webhooks/webhooks.ts'

import { webhookMessagesPerPage } from './limits.ts'
import type { Membership } from './membership.ts'
import type { TeamPages, TeamWebhook } from './pages.ts'

export async function teamWebhooks(db: Db, teamId: string): Promise<TeamWebhook[]> {
  const endpoints = await listEndpoints(db, teamId)
  return endpoints.map(({ id, url, eventTypes, disabledAt, failingSince, previousEndsAt }) => ({
    id,
    url,
    eventTypes,
    isEnabled: disabledAt === null,
    failingSince: toIso(failingSince),
    previousEndsAt: toIso(previousEndsAt),
  }))
}

/** The messages to the webhooks of the team, the newest first. @param before  a message; undefined for the newest */
export async function webhookMessages(
  db: Db,
  { id: teamId, slug }: Pick<Membership, 'id' | 'slug'>,
  before: string | undefined,
): Promise<Pick<TeamPages['Teams/Webhooks'], 'messages' | 'olderHref'>> {
  const limit = webhookMessagesPerPage
  const found = await listDeliveries(db, { teamId, before, limit: limit + 1 })
  const shown = found.slice(0, limit)
  const last = shown.at(-1)
  return {
    messages: shown.map(({ id, url, type, status, attempts, lastError, createdAt }) => ({
      id,
      url,
      type,
      status,
      attempts,
      lastError,
      createdAt: toIso(createdAt),
    })),
    olderHref:
      found.length > shown.length && last
        ? route('team-webhooks.index', { team: slug, before: last.id })
        : null,
  }
}
