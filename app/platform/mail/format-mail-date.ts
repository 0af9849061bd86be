import type { Translator } from '@foyer/i18n'

/** Formats a date in the user's timezone; without one in UTC, with a "UTC" suffix. */
export function formatMailDate(
  t: Translator,
  date: number | string,
  timezone: string | null,
): string {
  const timeZone = timezone ?? 'UTC'
  return (
    t.date(date, { dateStyle: 'long', timeStyle: 'short', timeZone }) + (timezone ? '' : ' UTC')
  )
}
