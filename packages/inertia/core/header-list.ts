const maxEntries = 256
const maxEntryLength = 256

/** Parses a comma-separated header. Drops empty and overlong entries and all beyond the 256th. */
export function parseHeaderList(value: string | string[] | undefined): string[] {
  if (typeof value !== 'string' || value === '') return []
  return value
    .split(',', maxEntries)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '' && entry.length <= maxEntryLength)
}
