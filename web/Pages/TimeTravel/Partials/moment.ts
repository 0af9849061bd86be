/** Milliseconds since 1970 of a time on the clocks of a zone, as a date-time field has it; NaN when it has none. */
export function instantIn(zone: string, local: string): number {
  try {
    if (typeof Temporal !== 'undefined')
      return Temporal.PlainDateTime.from(local).toZonedDateTime(zone).epochMilliseconds
  } catch {
    return NaN
  }
  const asUtc = Date.parse(`${local}Z`)
  // The offset there and then; asked twice, as it may have changed within it.
  const near = asUtc - offsetIn(zone, asUtc)
  return asUtc - offsetIn(zone, near)
}

/** What a date-time field shows: `2026-05-03T03:12:09`. */
export function localIn(zone: string, at: number): string {
  return localFormat(zone).format(at).replace(' ', 'T')
}

/** The day there: `2026-05-03`. */
export function dayIn(zone: string, at: number): string {
  return localIn(zone, at).slice(0, 10)
}

function offsetIn(zone: string, at: number): number {
  return Date.parse(`${localIn(zone, at)}Z`) - Math.floor(at / 1000) * 1000
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** Swedes write dates as machines do. */
function localFormat(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone)
  if (!format) {
    const [date, time] = ['short', 'medium'] as const
    format = new Intl.DateTimeFormat('sv', { dateStyle: date, timeStyle: time, timeZone: zone })
    formats.set(zone, format)
  }
  return format
}
