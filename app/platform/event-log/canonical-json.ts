/**
 * A value as JSON in exactly one way, whoever writes it: names in order, no space, what is undefined left out.
 *
 * @param value  what JSON can say
 * @see RFC 8785 (JSON Canonicalization Scheme)
 */
export function canonicalJson(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map((each) => canonicalJson(each ?? null)).join(',')}]`
  // Written out, because every event is put in this form six times.
  let members = ''
  const all: Record<string, unknown> = Object(value)
  for (const name of Object.keys(all).toSorted()) {
    const each = all[name]
    if (each === undefined) continue
    members += `${members && ','}${JSON.stringify(name)}:${canonicalJson(each)}`
  }
  return `{${members}}`
}
