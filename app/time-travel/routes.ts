import { Readable } from 'node:stream'

import type { FastifyRequest } from 'fastify'
import { z } from 'zod'

import { attributeInfos } from '#app/custom-attributes/custom-attributes.ts'
import { attachment, redirectVisit } from '#app/http/inertia/download.ts'
import { setLocaleCookie } from '#app/http/inertia/request-locale.ts'
import { type Attempt, rateLimit } from '#app/http/security/rate-limit.ts'
import type { App } from '#app/http/server/app-type.ts'
import { respond } from '#app/http/server/respond.ts'
import { routeOptions } from '#app/http/server/route-options.ts'
import { TooManyRequests } from '#app/platform/errors.ts'

import { eventTypesMatching } from './event-kinds.ts'
import { parseCursor } from './event-page.ts'
import { exportCsv } from './export-csv.ts'
import {
  exportLimits,
  maxSearchLength,
  pageLimits,
  previewLimits,
  restoreLimits,
} from './limits.ts'
import { restoreForm, restoreProfile } from './restore-profile.ts'
import { revertAttackerChanges } from './revert-attacker-changes.ts'
import { timeTravelPageProps } from './time-travel-page-props.ts'

const isKnownType = (name: string) => eventTypesMatching(name).length > 0

/** Invalid values fall back to the default, except for `at`: the page explains why another moment is shown. */
const PageQuery = z.object({
  at: z.string().max(64).catch('?').optional(),
  event: z.coerce.number().int().catch(0).optional(),
  type: z.string().refine(isKnownType).nullable().catch(null).default(null),
  device: z.string().min(1).max(36).nullable().catch(null).default(null),
  search: z.string().trim().min(1).max(maxSearchLength).nullable().catch(null).default(null),
  with: z.string().min(1).max(64).optional().catch(undefined),
  cursor: z
    .string()
    .regex(/^(older|newer)-\d{1,15}$/)
    .transform(parseCursor)
    .nullable()
    .catch(null)
    .default(null),
})

const EventParams = z.object({ event: z.coerce.number().int().catch(0) })

export function timeTravelRoutes(app: App) {
  pageRoute(app)
  csvRoute(app)
  restoreRoute(app)
  takeoverRoute(app)
}

function pageRoute(app: App) {
  app.route({
    ...routeOptions('time-travel.index'),
    schema: { querystring: PageQuery },
    async handler(request, reply) {
      await rateLimitSession(app, request, { action: 'time-travel', limits: pageLimits })
      const zone = request.currentUser().timezone ?? 'UTC'
      const { historyRetentionDays: retentionDays, teams } = app.config
      const context = {
        db: app.db,
        t: request.translator,
        zone,
        retentionDays,
        hasTeams: teams !== null,
        isPreviewAllowed: () => isTakeoverPreviewAllowed(app, request),
      }
      return reply.page('TimeTravel/Index', {
        ...(await timeTravelPageProps(context, request.actor(), request.query)),
        attributes: attributeInfos(request.translator, app.attributes),
      })
    },
  })
}

function csvRoute(app: App) {
  app.route({
    ...routeOptions('time-travel.csv'),
    preHandler: redirectVisit,
    async handler(request, reply) {
      const actor = request.actor()
      const attempt = { action: 'csv-export', accountKey: actor.userId, limits: exportLimits }
      await rateLimit(app, request, attempt)
      const zone = request.currentUser().timezone ?? 'UTC'
      const lines = exportCsv(app.db, { ...actor, t: request.translator, zone })
      const date = new Date(actor.now).toISOString().slice(0, 10)
      const file = { type: 'text/csv; charset=utf-8', filename: `foyer-events-${date}.csv` }
      return attachment(reply, file).send(Readable.from(lines))
    },
  })
}

function restoreRoute(app: App) {
  app.route({
    ...routeOptions('time-travel.restore'),
    schema: { body: restoreForm(app.attributes) },
    async handler(request, reply) {
      const attempt = { accountKey: request.actor().userId, limits: restoreLimits }
      await rateLimit(app, request, { action: 'restore', ...attempt })
      const restored = await restoreProfile(app.db, request.actor(), app.attributes, request.body)
      if (!restored) return respond(reply, { status: 'nothing-to-restore' })
      setLocaleCookie(app, reply, restored.after.locale)
      if (request.body.undo) return respond(reply, { status: 'restore-undone' })
      return respond(reply, { status: 'profile-restored', undoToEvent: restored.undoTo })
    },
  })
}

function takeoverRoute(app: App) {
  app.route({
    ...routeOptions('time-travel.not-me'),
    schema: { params: EventParams },
    async handler(request, reply) {
      await rateLimitSession(app, request, { action: 'event-not-me', limits: restoreLimits })
      const [context, actor] = [request.context(), request.actor()]
      if (await revertAttackerChanges(context, actor, request.params.event)) {
        const banner = request.translator(
          "Their passkey or second factor stays for now, because it's the only one. Set up your own, then report this again.",
        )
        reply.flash({ banner, bannerStyle: 'danger' })
      }
      return respond(reply, { status: 'event-disowned' })
    },
  })
}

/** The page is shown in any case, and reports of a takeover have a limit of their own. */
async function isTakeoverPreviewAllowed(app: App, request: FastifyRequest): Promise<boolean> {
  try {
    await rateLimitSession(app, request, { action: 'takeover-preview', limits: previewLimits })
    return true
  } catch (error) {
    if (error instanceof TooManyRequests) return false
    throw error
  }
}

/** Each session has limits of its own, so that an attacker cannot keep them from finding and reporting the attack. */
function rateLimitSession(
  app: App,
  request: FastifyRequest,
  attempt: Pick<Attempt, 'action' | 'limits'>,
): Promise<void> {
  const { userId: accountKey, sessionId } = request.actor()
  return rateLimit(app, request, { ...attempt, accountKey, sessionId })
}
