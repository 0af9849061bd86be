/**
 * Picks a language by `Accept-Language` (RFC 9110 §12.5.4), shortening each tag until one matches (RFC 4647 §3.4).
 *
 * @param available  BCP 47 tags; the first is the fallback
 */
export function negotiateLanguage(
  accept: string | undefined,
  available: readonly string[],
): string {
  const byTag = new Map(available.map((tag) => [tag.toLowerCase(), tag]))
  for (const range of preferredTags(accept ?? '')) {
    for (let tag = range; tag !== ''; tag = tag.slice(0, Math.max(0, tag.lastIndexOf('-')))) {
      const match = byTag.get(tag)
      if (match !== undefined) return match
    }
  }
  return available[0] ?? 'en'
}

function preferredTags(accept: string): string[] {
  return accept
    .slice(0, 1000)
    .split(',')
    .map(parsePreference)
    .filter(({ tag, weight }) => /^[a-z0-9-]{1,35}$/.test(tag) && weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag)
}

function parsePreference(item: string): { tag: string; weight: number } {
  const [tag = '', ...parameters] = item.toLowerCase().split(';')
  const weight = parameters
    .map((parameter) => /^\s*q\s*=\s*([\d.]+)\s*$/.exec(parameter)?.[1])
    .find(Boolean)
  return { tag: tag.trim(), weight: weight === undefined ? 1 : Number(weight) || 0 }
}
