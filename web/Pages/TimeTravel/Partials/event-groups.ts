import type { Translator } from '@foyer/i18n'

import { eventTitle } from '#app/event-titles.ts'
import type { EventRow } from '#app/time-travel/pages.ts'
import { formatLocalDay } from '#web/components/time-travel/local-time.ts'

export interface Day {
  /** Of the form 2026-05-03. */
  day: string
  groups: EventGroup[]
  /** Number of days without events between this day and the newer one above it. */
  daysWithoutEvents: number
}

/** Events of the same sort in a row, the newest first. */
export interface EventGroup {
  key: string
  rows: EventRow[]
}

/** Fewer are listed one by one. */
export const minGroupSize = 3
const dayMs = 86_400_000

export function groupByDay(rows: EventRow[], zone: string): Day[] {
  const days: Day[] = []
  for (const row of rows) {
    const day = formatLocalDay(zone, Date.parse(row.at))
    const last = days.at(-1)
    if (last?.day === day) addToGroup(last.groups, row)
    else {
      const daysWithoutEvents = last
        ? Math.round((Date.parse(last.day) - Date.parse(day)) / dayMs) - 1
        : 0
      days.push({ day, groups: [], daysWithoutEvents })
      addToGroup(days.at(-1)?.groups ?? [], row)
    }
  }
  return days
}

function addToGroup(groups: EventGroup[], row: EventRow): void {
  const key = groupKey(row)
  const last = groups.at(-1)
  if (last?.key === key) last.rows.push(row)
  else groups.push({ key, rows: [row] })
}

/** Only events about sessions are folded, and sign-ins of another device never: an intruder must not hide among them. */
function groupKey({ seq, type, kind, data, device }: EventRow): string {
  if (kind !== 'session') return String(seq)
  if (type === 'session.ended') return `${type} ${data['why']}`
  return [type, device?.browser, device?.platform, device?.country].join(' ')
}

/** "9 sessions expired". */
export function groupTitle(t: Translator, { rows: [first, ...others] }: EventGroup): string {
  const count = others.length + 1
  const { type = '', data = {} } = first ?? {}
  if (type === 'session.started') return t.n(count, 'One new sign-in', '{count} new sign-ins')
  if (type !== 'session.ended')
    return t('{title} ({count} times)', { title: t(eventTitle(type)), count })
  return data['why'] === 'expired'
    ? t.n(count, 'One session expired', '{count} sessions expired')
    : t.n(count, 'One session ended', '{count} sessions ended')
}
