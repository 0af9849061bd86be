import { msg, type Message } from '@foyer/i18n'

import { NotFound } from '#app/platform/errors.ts'
import { lastEventAt, type LogTimes } from '#app/platform/event-log/log-times.ts'

/** The requested moment: a time, an event, or both (shows the time and opens the event). */
export interface MomentQuery {
  /** ISO 8601 or `now`; defaults to the event's time, else now. */
  at?: string | undefined
  event?: number | undefined
}

export interface ResolvedMoment {
  /** Unix milliseconds. */
  at: number
  /** The last event up to then. */
  seq: number
  isNow: boolean
  /** Why it differs from the requested one. */
  adjustedBecause: Message | null
}

export interface MomentReader {
  now: number
  zone: string
  messages?: MomentMessages
}

/** Why another moment than the requested one is shown. */
export interface MomentMessages {
  unreadable: Message
  tooLate: Message
  tooEarly: Message
}

/** Returns the nearest existing moment. @throws NotFound for an unknown event */
export async function resolveMoment(
  log: LogTimes,
  { now, zone, messages = accountMessages }: MomentReader,
  { at, event }: MomentQuery,
): Promise<ResolvedMoment> {
  if (event !== undefined) {
    const found = await findEvent(log, event)
    if (!found) throw new NotFound()
    if (at === undefined) return { ...found, isNow: false, adjustedBecause: null }
  }
  if (at === undefined || at === 'now') return momentAt(now, null)

  const requested = parseInstant(at, zone)
  if (requested === null) return momentAt(now, messages.unreadable)
  if (requested > now) return momentAt(now, messages.tooLate)
  const first = await findEvent(log, 1)
  return first && requested < first.at
    ? momentAt(first.at, messages.tooEarly)
    : momentAt(requested, null)

  async function momentAt(
    moment: number,
    adjustedBecause: Message | null,
  ): Promise<ResolvedMoment> {
    const isNow = moment === now
    // Now includes every event, even if another machine's clock or the test clock was ahead.
    const last = await lastEventAt(log, isNow ? Number.MAX_SAFE_INTEGER : moment)
    return { at: moment, seq: last?.seq ?? 0, isNow, adjustedBecause }
  }
}

const accountMessages: MomentMessages = {
  unreadable: msg("We couldn't read that time, so this shows your account now."),
  tooLate: msg("That time hasn't come yet, so this shows your account now."),
  tooEarly: msg("Your account didn't exist then, so this shows its beginning."),
}

function findEvent(log: LogTimes, seq: number) {
  return log.select(['seq', 'at']).where('seq', '=', seq).executeTakeFirst()
}

/** Parses ISO 8601; without an offset, in the user's time zone. */
function parseInstant(input: string, zone: string): number | null {
  try {
    return Temporal.Instant.from(input).epochMilliseconds
  } catch {
    return parseLocalTime(input, zone)
  }
}

function parseLocalTime(input: string, zone: string): number | null {
  try {
    return Temporal.PlainDateTime.from(input).toZonedDateTime(zone).epochMilliseconds
  } catch {
    return null
  }
}
