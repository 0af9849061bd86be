/** Milliseconds since 1970 of a time on the clocks of a zone, as a date-time field has it; NaN when it has none. */
export function parseLocalTime(zone: string, local: string): number {
  try {
    if (typeof Temporal !== 'undefined')
      return Temporal.PlainDateTime.from(local).toZonedDateTime(zone).epochMilliseconds
  } catch {
    return NaN
  }
  const asUtc = Date.parse(`${local}Z`)
  // The offset there and then; asked twice, as it may have changed within it.
  const guess = asUtc - offsetMs(zone, asUtc)
  return asUtc - offsetMs(zone, guess)
}

/** What a date-time field shows: `2026-05-03T03:12:09`. */
export function formatLocalTime(zone: string, at: number): string {
  return localFormatter(zone).format(at).replace(' ', 'T')
}

/** The day there: `2026-05-03`. */
export function formatLocalDay(zone: string, at: number): string {
  return formatLocalTime(zone, at).slice(0, 10)
}

function offsetMs(zone: string, at: number): number {
  return Date.parse(`${formatLocalTime(zone, at)}Z`) - Math.floor(at / 1000) * 1000
}

const formatters = new Map<string, Intl.DateTimeFormat>()

/** Swedes write dates as machines do. */
function localFormatter(zone: string): Intl.DateTimeFormat {
  let format = formatters.get(zone)
  if (!format) {
    const [date, time] = ['short', 'medium'] as const
    format = new Intl.DateTimeFormat('sv', { dateStyle: date, timeStyle: time, timeZone: zone })
    formatters.set(zone, format)
  }
  return format
}
