/** Region/city or UTC. Offsets have no daylight saving time, and abbreviations are ambiguous. */
const namePattern = /^(?:utc|[a-z_]{2,20}(?:\/[a-z0-9_+-]{1,30}){1,2})$/i

/** Returns the canonical spelling (`europe/berlin` becomes Europe/Berlin); null for an unknown zone. */
export function parseTimezone(input: string): string | null {
  const name = input.replaceAll(' ', '_')
  if (!namePattern.test(name)) return null
  try {
    return Temporal.PlainDate.from('2000-01-01').toZonedDateTime(name).timeZoneId
  } catch {
    return null
  }
}
