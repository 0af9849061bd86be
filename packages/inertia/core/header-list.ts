const mostEntries = 256
const longestEntry = 256

/** A comma-separated header; empty and overlong entries, and all beyond the 256th, are dropped. */
export function headerList(value: string | string[] | undefined): string[] {
  if (typeof value !== 'string' || value === '') return []
  return value
    .split(',', mostEntries)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '' && entry.length <= longestEntry)
}
