import { parseEntry, type SentEntry, entryVersion } from '#hub/entries.ts'
import { parseJson } from '#protocol/json.ts'

/** JSON and nothing else: what a bus brings may come from anybody who can reach it. */
export function encodeEntries(entries: SentEntry[]): string {
  return JSON.stringify(entries.map((entry) => ({ v: entryVersion, ...entry })))
}

/** @returns an entry for each place, null for what cannot be read; or null when it is no list of that many */
export function decodeEntries(text: string, count: number): (SentEntry | null)[] | null {
  const list = parseJson(text)
  return Array.isArray(list) && list.length === count ? list.map(parseEntry) : null
}
