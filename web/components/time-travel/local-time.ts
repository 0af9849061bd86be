/** Parses the value of a `datetime-local` field in a time zone. @returns Unix milliseconds, or NaN */
export function parseLocalTime(zone: string, local: string): number {
  try {
    if (typeof Temporal !== 'undefined')
      return Temporal.PlainDateTime.from(local).toZonedDateTime(zone).epochMilliseconds
  } catch {
    return NaN
  }
  const asUtc = Date.parse(`${local}Z`)
  // Corrects the offset once, since the first guess may lie across a clock change.
  const guess = asUtc - offsetMs(zone, asUtc)
  return asUtc - offsetMs(zone, guess)
}

/** The value of a `datetime-local` field: `2026-05-03T03:12:09`. */
export function formatLocalTime(zone: string, at: number): string {
  return localFormatter(zone).format(at).replace(' ', 'T')
}

export function formatLocalDay(zone: string, at: number): string {
  return formatLocalTime(zone, at).slice(0, 10)
}

function offsetMs(zone: string, at: number): number {
  return Date.parse(`${formatLocalTime(zone, at)}Z`) - Math.floor(at / 1000) * 1000
}

const formatters = new Map<string, Intl.DateTimeFormat>()

/** Uses the Swedish format, which is nearly ISO 8601. */
function localFormatter(zone: string): Intl.DateTimeFormat {
  let format = formatters.get(zone)
  if (!format) {
    const [date, time] = ['short', 'medium'] as const
    format = new Intl.DateTimeFormat('sv', { dateStyle: date, timeStyle: time, timeZone: zone })
    formatters.set(zone, format)
  }
  return format
}
