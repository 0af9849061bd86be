/**
 * A value as JSON in exactly one way, whoever writes it: names in order, no space, what is undefined left out.
 *
 * @param value  what JSON can say
 * @see RFC 8785 (JSON Canonicalization Scheme)
 */
export function canonical(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map((each) => canonical(each ?? null)).join(',')}]`
  const members = Object.entries(value)
    .filter(([, each]) => each !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, each]) => `${JSON.stringify(name)}:${canonical(each)}`)
  return `{${members.join(',')}}`
}
