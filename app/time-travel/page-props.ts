import type { Translator } from '@foyer/i18n'
import { defer, optional, scroll } from '@foyer/inertia'

import { integritySummary } from '#app/log-integrity/log-integrity.ts'
import type { SessionActor } from '#app/platform/actor.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { toIso } from '#app/platform/lib/iso-time.ts'
import { lazy } from '#app/platform/lib/lazy.ts'

import { accountStateAt } from './account-state.ts'
import { activityHistogram } from './activity-histogram.ts'
import { adjacentEvents } from './adjacent-events.ts'
import { diffStates } from './diff.ts'
import { eventDetail } from './event-detail.ts'
import { eventKinds } from './event-kinds.ts'
import { type Cursor, formatCursor, eventPage } from './event-page.ts'
import { eventWindow } from './event-window.ts'
import { logRange } from './log-range.ts'
import { photoUrls } from './photo-urls.ts'
import { type MomentQuery, resolveMoment } from './resolve-moment.ts'
import { sessionDevices, recentSessions, requireOwnSession } from './session-devices.ts'
import { takeoverResponse } from './takeover-response.ts'

export interface TimeTravelQuery extends MomentQuery {
  type: string | null
  device: string | null
  /** Null begins at the moment shown. */
  cursor: Cursor | null
}

const eventsPerPage = 50

/**
 * What the page is given, each prop read only when it is asked for: dragging asks for the state alone. As many queries for a
 * long life as for a short one; only hundreds of sessions open at once cost some more.
 *
 * @throws NotFound
 */
export async function pageProps(
  { db, text, zone }: { db: Db; text: Translator; zone: string },
  actor: SessionActor,
  asked: TimeTravelQuery,
) {
  const { userId, now } = actor
  const [resolved, { first, total }] = await Promise.all([
    resolveMoment(db, { userId, now, zone }, asked),
    logRange(db, userId),
  ])
  const { at, seq, isNow, adjustedBecause: moved } = resolved
  const past = lazy(() => accountStateAt(db, userId, resolved))
  const present = lazy(() => accountStateAt(db, userId, { seq: total, at: now }))
  const liveSessionIds = async () => Object.keys((await present()).sessions)
  const { type, device, event } = asked
  if (device !== null) await requireOwnSession(db, userId, device)
  const cursor = asked.cursor ?? ({ direction: 'older', seq: seq + 1 } as const)
  const pageQuery = { cursor, limit: eventsPerPage, type, device, total }

  return {
    activity: () => activityHistogram(db, { userId, now }, { first, total }),
    moment: async () => ({
      ...(await adjacentEvents(db, { userId, zone }, resolved)),
      at: toIso(at),
      seq,
      isNow,
      newerCount: total - seq,
      adjusted: moved === null ? null : { requested: asked.at ?? '', reason: text(moved) },
    }),
    past,
    present,
    differences: async () => diffStates(await past(), await present()),
    photoUrls: async () => photoUrls(db, actor, { past: await past(), present: await present() }),
    devices: async () => {
      const sessions = [...Object.keys((await past()).sessions), ...(await liveSessionIds())]
      return sessionDevices(db, userId, [...new Set(sessions)])
    },
    events: scroll(
      () => eventPage(db, actor, pageQuery),
      ({ newerCursor: newer, olderCursor: older }) => ({
        pageName: 'cursor',
        currentPage: formatCursor(cursor),
        previousPage: newer,
        nextPage: older,
      }),
    ),
    event: () => (event === undefined ? null : eventDetail(db, actor, event)),
    // Its cost grows with what was done since, so only who opens it pays.
    takeover: optional(() => (event === undefined ? null : takeoverResponse(db, actor, event))),
    eventWindow: defer(() => eventWindow(db, userId, seq)),
    filters: async () => {
      const devices = await recentSessions(db, userId, await liveSessionIds())
      return { type, device, kinds: eventKinds, devices }
    },
    integrity: () => integritySummary(db, userId, { first, total }),
  }
}
