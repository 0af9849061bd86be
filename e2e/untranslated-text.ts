import type { BrowserContext, Page } from 'playwright-core'

import { readTranslations } from '#testing/translations/translation-files.ts'

import type { Person } from './account-steps.ts'

/** Chooses a language as the switch on the page does. */
export async function setLocale(
  { context }: { context: BrowserContext },
  locale: string,
  origin: string,
): Promise<void> {
  await context.addCookies([{ name: 'locale', value: locale, url: origin }])
}

/** Names that the page states use, and the names of the pseudo-locales. */
const ignoredTexts = [
  'Ada King',
  'AK',
  'Eve',
  'Acme',
  'Globex Corporation',
  'Initech',
  'Pseudo: right to left',
  'Pseudo: longer, accented',
]

/**
 * Returns the texts outside the markers of a pseudo-locale, `⟦…⟧`: they bypass translation. Ignores user input, the
 * product's name, also at the end of an announced title, times and the legal documents.
 */
export async function untranslatedTexts(page: Page, person: Person): Promise<string[]> {
  const initials = [...person.name].filter((letter) => /[A-Z]/.test(letter)).join('')
  const ownTexts = [person.name, person.email, initials, 'Foyer', '- Foyer', ...ignoredTexts]
  const [texts, labels] = await page.evaluate(readPageTexts)
  return [...textsOutsideMarkers(texts), ...labels.flatMap((label) => textsOutsideMarkers([label]))]
    .filter((words) => !ownTexts.includes(words.replace(/:$/, '')))
    .filter(
      (words) =>
        !/^Foyer <\S+>$/.test(words) &&
        !/^((other-)?person\d+|ada)@example\.com( ·)?$/.test(words) &&
        // The path of a page that support has seen, or of a team.
        !/^\/\S*( ·)?$/.test(words),
    )
}

/** Returns the texts of a page that are English messages, although the language has a translation. */
export async function englishTexts(page: Page, code: string): Promise<string[]> {
  const translations = readTranslations(code)
  const translated = new Set(Object.values(translations))
  const [texts, labels] = await page.evaluate(readPageTexts)
  return [...texts, ...labels]
    .map((text) => text.trim())
    .filter((text) => Object.hasOwn(translations, text) && !translated.has(text))
}

/** A message with a link spans several text nodes, so the depth of markers carries over. */
function textsOutsideMarkers(texts: string[]): string[] {
  let depth = 0
  return texts.flatMap((text) => {
    let outside = ''
    for (const letter of text) {
      if (letter === '⟧') depth--
      if (depth === 0 && letter !== '⟧' && letter !== '⟦') outside += letter
      if (letter === '⟦') depth++
    }
    const words = outside.trim()
    return /\p{L}/u.test(words) ? [words] : []
  })
}

function readPageTexts(): [texts: string[], labels: string[]] {
  const excludedSelectors =
    '.prose, pre, noscript, [translate=no], time, script, style, option, [role=tooltip]'
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const texts: string[] = [document.title.replace(/ - Foyer$/, '')]
  while (walker.nextNode()) {
    const { parentElement, textContent } = walker.currentNode
    if (parentElement && !parentElement.closest(excludedSelectors)) texts.push(textContent ?? '')
  }
  const names = ['aria-label', 'title', 'placeholder', 'alt', 'aria-description']
  const labels = names.flatMap((name) =>
    [...document.querySelectorAll(`[${name}]:not(option, [translate=no])`)].map(
      (it) => it.getAttribute(name) ?? '',
    ),
  )
  return [texts, labels]
}
