import type { Text } from '@foyer/sentences'

/** A moment as a mail says it, in the person's zone; without one in UTC, and it says so. */
export function mailMoment(t: Text, at: number | string, zone: string | null): string {
  const timeZone = zone ?? 'UTC'
  return t.date(at, { dateStyle: 'long', timeStyle: 'short', timeZone }) + (zone ? '' : ' UTC')
}
