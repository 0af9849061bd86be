import type { Translator } from '@foyer/i18n'
import { optional, scroll } from '@foyer/inertia'

import { eventKinds, type AccountState } from '#app/account-events.ts'
import { integritySummary } from '#app/log-integrity/log-integrity.ts'
import type { Pages } from '#app/pages.ts'
import type { Actor, SessionActor } from '#app/platform/actor.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { accountLogTimes } from '#app/platform/event-log/log-times.ts'
import { toIso } from '#app/platform/lib/iso-time.ts'
import { lazy } from '#app/platform/lib/lazy.ts'
import type { MaybePromise } from '#app/platform/lib/maybe-promise.ts'
import { route } from '#app/platform/route.ts'
import { availablePhotos } from '#app/profile-photo/profile-photo.ts'

import { accountStateAt } from './account-state-at.ts'
import { activityHistogram } from './activity-histogram.ts'
import { adjacentEvents, nearestChange } from './adjacent-events.ts'
import { comparedMoment, comparedProp } from './comparison.ts'
import { diffStates } from './diff.ts'
import { eventDetail } from './event-detail.ts'
import {
  type Cursor,
  type EventPageQuery,
  formatCursor,
  eventPage,
  newestMatch,
} from './event-page.ts'
import { logRange } from './event-rows.ts'
import { eventMatcher } from './event-search.ts'
import { eventWindow } from './event-window.ts'
import { eventsPerPage } from './limits.ts'
import { type MomentQuery, type ResolvedMoment, resolveMoment } from './resolve-moment.ts'
import { isSecurityEvent } from './security-events.ts'
import { sessionDevices, recentSessions, requireOwnSession } from './session-devices.ts'
import { takeoverResponse } from './takeover-response.ts'

export interface TimeTravelQuery extends MomentQuery {
  type: string | null
  device: string | null
  /** Words that an event must contain. */
  search: string | null
  /** The other moment of a comparison; now without one. */
  with?: string | undefined
  /** Null starts at the selected moment. */
  cursor: Cursor | null
}

interface PageContext {
  db: Db
  t: Translator
  zone: string
  retentionDays: number
  hasTeams: boolean
  /** Counts a preview of a takeover report, and returns whether it is allowed. */
  isPreviewAllowed: () => Promise<boolean>
}

/**
 * The props of the page, each computed only when requested: dragging the scrubber requests the states alone. The number of
 * queries does not depend on the log's length, only on batches of 200 sessions.
 *
 * @throws NotFound
 */
export async function timeTravelPageProps(
  { db, t, zone, retentionDays, hasTeams, isPreviewAllowed }: PageContext,
  actor: SessionActor,
  query: TimeTravelQuery,
) {
  const { userId, now } = actor
  const log = accountLogTimes(db, userId)
  const [resolved, { first, total }] = await Promise.all([
    resolveMoment(log, { now, zone }, query),
    logRange(db, userId),
  ])
  const { seq } = resolved
  const present = lazy(() => accountStateAt(db, userId, { seq: total, at: now }))
  const { comparedAt, ...states } = stateProps(db, { ...actor, zone }, query, { resolved, present })
  const { type, device, search, event } = query
  if (device !== null) await requireOwnSession(db, userId, device)
  const pageQuery = eventQuery(t, query, { seq, total })

  return {
    activity: () => activityHistogram(db, log, { first, total, now, isSecurityEvent }),
    moment: async () => ({
      ...(await adjacentEvents(log, zone, resolved, (side, beside) =>
        nearestChange(db, userId, side, beside),
      )),
      ...momentProp(resolved, t, query.at),
      newerCount: total - seq,
    }),
    ...states,
    events: scroll(
      () => eventPage(db, actor, pageQuery),
      ({ newerCursor, olderCursor }) => ({
        pageName: 'cursor',
        currentPage: formatCursor(pageQuery.cursor),
        previousPage: newerCursor,
        nextPage: olderCursor,
      }),
    ),
    event: () => (event === undefined ? null : eventDetail(db, actor, event)),
    // Its cost grows with the events since, so it is computed only when the user opens it.
    takeover: optional(async () => {
      if (event === undefined) return null
      const isAllowed = await isPreviewAllowed()
      return isAllowed ? takeoverResponse(db, actor, event) : { event, steps: null, isDone: false }
    }),
    // As large as the rest of the page, so it is loaded when someone reaches for the timeline.
    eventWindow: optional(() => eventWindow(db, userId, seq)),
    filters: async () => {
      const open = Object.keys((await present()).sessions)
      const devices = await recentSessions(db, userId, open)
      const newestSeq = search === null ? await newestMatch(db, userId, { type, device, total }) : 0
      const shown = { type, device, search, comparedAt: await comparedAt() }
      const kinds = eventKinds.filter((kind) => hasTeams || kind !== 'team')
      return { ...shown, newestSeq, kinds, devices }
    },
    integrity: () => integritySummary(db, userId, { first, total, retentionDays }),
  }
}

/** The states at the two moments of the comparison and now. */
function stateProps(
  db: Db,
  actor: SessionActor & { zone: string },
  query: TimeTravelQuery,
  { resolved, present }: { resolved: ResolvedMoment; present: () => MaybePromise<AccountState> },
) {
  const { userId } = actor
  const past = lazy(() => accountStateAt(db, userId, resolved))
  const comparison = lazy(async () => ({ other: await comparedMoment(db, actor, query.with) }))
  const compared = async () => (await comparison()).other
  return {
    past,
    present,
    compared: async () => {
      const other = await compared()
      if (other === null) return null
      const url = await photoUrl(db, actor, other.state.photo, (await present()).photo)
      return comparedProp(other, url)
    },
    differences: async () =>
      diffStates(await past(), (await compared())?.state ?? (await present())),
    photoUrls: async () => photoUrls(db, actor, { past: await past(), present: await present() }),
    devices: async () => {
      const states = [await past(), (await compared())?.state, await present()]
      const sessions = states.flatMap((state) => Object.keys(state?.sessions ?? {}))
      return sessionDevices(db, userId, [...new Set(sessions)])
    },
    comparedAt: async () => toIso((await compared())?.moment.at ?? null),
  }
}

function momentProp(
  { at, seq, isNow, adjustedBecause }: ResolvedMoment,
  t: Translator,
  requested = '',
) {
  const adjusted = adjustedBecause === null ? null : { requested, reason: t(adjustedBecause) }
  return { at: toIso(at), seq, isNow, adjusted }
}

/** The search looks at all events, also at those after the moment. */
function eventQuery(
  t: Translator,
  { type, device, search, cursor: given }: TimeTravelQuery,
  { seq, total }: { seq: number; total: number },
): EventPageQuery {
  const cursor = given ?? { direction: 'older', seq: (search === null ? seq : total) + 1 }
  const matches = search === null ? undefined : eventMatcher(t, search)
  return { cursor, limit: eventsPerPage, type, device, matches, total }
}

/** URLs of the past and the present photo; null where the file is no longer stored. */
async function photoUrls(
  db: Db,
  actor: Pick<Actor, 'userId' | 'now'>,
  { past, present }: { past: AccountState; present: AccountState },
): Promise<Pages['TimeTravel/Index']['photoUrls']> {
  const urlOf = (photo: string | null) => photoUrl(db, actor, photo, present.photo)
  return { past: await urlOf(past.photo), present: await urlOf(present.photo) }
}

/** @param presentPhoto  stored in any case */
async function photoUrl(
  db: Db,
  actor: Pick<Actor, 'userId' | 'now'>,
  photo: string | null,
  presentPhoto: string | null,
): Promise<string | null> {
  if (photo === null) return null
  const isStored =
    photo === presentPhoto || (await availablePhotos(db, actor, [photo])).includes(photo)
  return isStored ? route('profile-photo.show', { photo, size: '256' }) : null
}
