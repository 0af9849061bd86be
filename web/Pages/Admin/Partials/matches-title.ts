import type { Translator } from '@foyer/i18n'

/** The heading of a list of matches. Their number is known only without a next page. */
export function matchesTitle(t: Translator, list: unknown[], nextCursor: string | null): string {
  if (list.length === 0 || nextCursor) return t('Matches')
  return t.n(list.length, 'One match', '{count} matches')
}
