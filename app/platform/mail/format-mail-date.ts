import type { Translator } from '@foyer/i18n'

/** A moment as a mail says it, in the person's zone; without one in UTC, and it says so. */
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
