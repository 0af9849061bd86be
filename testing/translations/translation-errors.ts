import type { Translation } from '@foyer/i18n'

import type { UsedMessage } from './extract-messages.ts'

export type TranslationMap = Readonly<Record<string, Translation>>

function pluralFormsOf(locale: string): string[] {
  return new Intl.PluralRules(locale).resolvedOptions().pluralCategories
}

export function missingTranslations(
  messages: UsedMessage[],
  translations: TranslationMap,
): string[] {
  return messages
    .map(({ message }) => message)
    .filter((message) => !Object.hasOwn(translations, message))
}

export function unusedTranslations(
  messages: UsedMessage[],
  translations: TranslationMap,
): string[] {
  const known = new Set(messages.map(({ message }) => message))
  return Object.keys(translations).filter((message) => !known.has(message))
}

/** Entries whose placeholders, tags or plural forms differ from the source message. */
export function mismatchedTranslations(
  messages: UsedMessage[],
  translations: TranslationMap,
  locale: string,
): string[] {
  return messages.flatMap(({ message, isPlural }) => {
    const translation = Object.hasOwn(translations, message) ? translations[message] : undefined
    if (translation === undefined) return []
    const forms = typeof translation === 'string' ? { other: translation } : translation
    if (isPlural && !haveSameItems(Object.keys(forms), pluralFormsOf(locale)))
      return [`${message}: plural forms`]
    if (!isPlural && typeof translation !== 'string') return [`${message}: has plural forms`]
    return Object.entries(forms).flatMap(([form, text]) =>
      matchesSource(message, form, text) ? [] : [`${message}: ${text}`],
    )
  })
}

/** The singular may omit `{count}`. */
function matchesSource(message: string, form: string, text: string): boolean {
  const sourcePlaceholders = placeholdersIn(message)
  const translatedPlaceholders = placeholdersIn(text)
  const withoutCount = sourcePlaceholders.filter((mark) => mark !== '{count}')
  return (
    text.trim() !== '' &&
    (haveSameItems(sourcePlaceholders, translatedPlaceholders) ||
      (form === 'one' && haveSameItems(withoutCount, translatedPlaceholders)))
  )
}

function placeholdersIn(text: string): string[] {
  return [...text.matchAll(/\{\w+\}|<\/?\w+>/g)].map(([mark]) => mark)
}

function haveSameItems(a: string[], b: string[]): boolean {
  return a.length === b.length && a.toSorted().every((one, index) => one === b.toSorted()[index])
}
