/** Area and place, or UTC: never an offset, which has no summer, nor an abbreviation, which has no certain place. */
const namePattern = /^(?:utc|[a-z_]{2,20}(?:\/[a-z0-9_+-]{1,30}){1,2})$/i

/** The IANA name as it is written (`europe/berlin` is Europe/Berlin); null when there is no such zone. */
export function parseTimezone(input: string): string | null {
  const name = input.replaceAll(' ', '_')
  if (!namePattern.test(name)) return null
  try {
    return Temporal.PlainDate.from('2000-01-01').toZonedDateTime(name).timeZoneId
  } catch {
    return null
  }
}
