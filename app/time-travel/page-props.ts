import type { Translator } from '@foyer/i18n'
import { defer, optional, scroll } from '@foyer/inertia'

import { integritySummary } from '#app/log-integrity/log-integrity.ts'
import { type AccountState, eventKinds, type Pages } from '#app/pages.ts'
import type { Actor, SessionActor } from '#app/platform/actor.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { toIso } from '#app/platform/lib/iso-time.ts'
import { lazy } from '#app/platform/lib/lazy.ts'
import { route } from '#app/platform/route.ts'
import { availablePhotos } from '#app/profile-photo/profile-photo.ts'

import { accountStateAt } from './account-state-at.ts'
import { activityHistogram } from './activity-histogram.ts'
import { adjacentEvents } from './adjacent-events.ts'
import { diffStates } from './diff.ts'
import { eventDetail } from './event-detail.ts'
import { type Cursor, formatCursor, eventPage } from './event-page.ts'
import { logRange } from './event-rows.ts'
import { eventWindow } from './event-window.ts'
import { eventsPerPage } from './limits.ts'
import { type MomentQuery, resolveMoment } from './resolve-moment.ts'
import { sessionDevices, recentSessions, requireOwnSession } from './session-devices.ts'
import { takeoverResponse } from './takeover-response.ts'

export interface TimeTravelQuery extends MomentQuery {
  type: string | null
  device: string | null
  /** Null starts at the selected moment. */
  cursor: Cursor | null
}

/**
 * The props of the page, each computed only when requested: dragging the scrubber requests the states alone. The number of
 * queries does not depend on the log's length, only on batches of 200 sessions.
 *
 * @throws NotFound
 */
export async function pageProps(
  { db, t, zone }: { db: Db; t: Translator; zone: string },
  actor: SessionActor,
  query: TimeTravelQuery,
) {
  const { userId, now } = actor
  const [resolved, { first, total }] = await Promise.all([
    resolveMoment(db, { userId, now, zone }, query),
    logRange(db, userId),
  ])
  const { at, seq, isNow, adjustedBecause } = resolved
  const past = lazy(() => accountStateAt(db, userId, resolved))
  const present = lazy(() => accountStateAt(db, userId, { seq: total, at: now }))
  const liveSessionIds = async () => Object.keys((await present()).sessions)
  const { type, device, event } = query
  if (device !== null) await requireOwnSession(db, userId, device)
  const cursor = query.cursor ?? ({ direction: 'older', seq: seq + 1 } as const)
  const pageQuery = { cursor, limit: eventsPerPage, type, device, total }

  return {
    activity: () => activityHistogram(db, { userId, now }, { first, total }),
    moment: async () => ({
      ...(await adjacentEvents(db, { userId, zone }, resolved)),
      at: toIso(at),
      seq,
      isNow,
      newerCount: total - seq,
      adjusted:
        adjustedBecause === null ? null : { requested: query.at ?? '', reason: t(adjustedBecause) },
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
      ({ newerCursor, olderCursor }) => ({
        pageName: 'cursor',
        currentPage: formatCursor(cursor),
        previousPage: newerCursor,
        nextPage: olderCursor,
      }),
    ),
    event: () => (event === undefined ? null : eventDetail(db, actor, event)),
    // Its cost grows with the events since, so it is computed only when the user opens it.
    takeover: optional(() => (event === undefined ? null : takeoverResponse(db, actor, event))),
    eventWindow: defer(() => eventWindow(db, userId, seq)),
    filters: async () => {
      const devices = await recentSessions(db, userId, await liveSessionIds())
      return { type, device, kinds: eventKinds, devices }
    },
    integrity: () => integritySummary(db, userId, { first, total }),
  }
}

/** URLs of the past and the present photo; null where the file is no longer stored. */
async function photoUrls(
  db: Db,
  actor: Pick<Actor, 'userId' | 'now'>,
  { past, present }: { past: AccountState; present: AccountState },
): Promise<Pages['TimeTravel/Index']['photoUrls']> {
  const available = await availablePhotos(db, actor, past.photo === null ? [] : [past.photo])
  const photoUrl = (photo: string | null) =>
    photo !== null && (photo === present.photo || available.includes(photo))
      ? route('profile-photo.show', { photo, size: '256' })
      : null
  return { past: photoUrl(past.photo), present: photoUrl(present.photo) }
}
