import { readEntry, type Sent, version } from '#hub/entries.ts'
import { parsed } from '#protocol/json.ts'

/** JSON and nothing else: what a bus brings may come from anybody who can reach it. */
export function written(entries: Sent[]): string {
  return JSON.stringify(entries.map((entry) => ({ v: version, ...entry })))
}

/** @returns an entry for each place, null for what cannot be read; or null when it is no list of that many */
export function read(text: string, places: number): (Sent | null)[] | null {
  const list = parsed(text)
  return Array.isArray(list) && list.length === places ? list.map(readEntry) : null
}
