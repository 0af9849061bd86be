import type { Translator } from '@foyer/i18n'

import { eventTitle } from '#app/event-titles.ts'
import { eventDataText } from '#app/platform/event-log/event-data-text.ts'

import type { EventRow } from './pages.ts'

/** Tells whether an event contains every word of a search: in its title, details, device or IP address. */
export function eventMatcher(t: Translator, search: string): (row: EventRow) => boolean {
  const words = search.toLocaleLowerCase(t.locale).split(/\s+/).filter(Boolean)
  const titles = new Map<string, string>()
  return (row) => {
    const title = titles.get(row.type) ?? t(eventTitle(row.type))
    titles.set(row.type, title)
    const { browser, platform, ip, country } = row.device ?? {}
    const countryName = country && t.region(country)
    const text = [title, eventDataText(row.data), browser, platform, ip, countryName]
      .filter(Boolean)
      .join('\n')
      .toLocaleLowerCase(t.locale)
    return words.every((word) => text.includes(word))
  }
}
