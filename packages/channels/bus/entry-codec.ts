import { parseLogEntry, type SentEntry, entryVersion } from '#hub/log-entries.ts'
import { parseJson } from '#protocol/json.ts'

/** Encodes as JSON only: anyone who can reach the bus may write to it. */
export function encodeEntries(entries: SentEntry[]): string {
  return JSON.stringify(entries.map((entry) => ({ v: entryVersion, ...entry })))
}

/** @returns one entry per position, null for an invalid one; or null unless `text` is a list of `count` */
export function decodeEntries(text: string, count: number): (SentEntry | null)[] | null {
  const list = parseJson(text)
  return Array.isArray(list) && list.length === count ? list.map(parseLogEntry) : null
}
