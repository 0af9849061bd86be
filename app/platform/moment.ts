import { day, hour, minute } from '#app/platform/durations.ts'
import { remembered } from '#app/platform/remembered.ts'

/** Unix milliseconds as pages, programs and the record are told a moment: ISO 8601, UTC. Null stays null. */
export function moment(ms: number): string
export function moment(ms: number | null): string | null
export function moment(ms: number | null): string | null {
  if (ms === null) return null
  const since = Math.floor(ms / day)
  const text = midnight(since)
  const rest = ms - since * day
  const end = text.length
  write(text, end - 13, Math.floor(rest / hour))
  write(text, end - 10, Math.floor(rest / minute) % 60)
  write(text, end - 7, Math.floor(rest / 1000) % 60)
  write(text, end - 4, Math.floor(rest / 10) % 100)
  text[end - 2] = digit + (rest % 10)
  return String.fromCharCode(...text)
}

/**
 * A day's first moment in character codes, to write the time into. Every page tells several moments; a Date takes several
 * times as long to write one, and so does JSON with a text that was put together from parts.
 */
const midnight = remembered((since: number) => [
  ...Buffer.from(new Date(since * day).toISOString()),
])

const digit = '0'.charCodeAt(0)

function write(text: number[], at: number, twoDigits: number): void {
  text[at] = digit + Math.floor(twoDigits / 10)
  text[at + 1] = digit + (twoDigits % 10)
}
