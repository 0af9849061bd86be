import type { Translation } from '@foyer/sentences'

import type { Used } from './sentences-used.ts'

export type Entries = Readonly<Record<string, Translation>>

/** Plural forms that a language's own rules ask for. */
function formsOf(locale: string): string[] {
  return new Intl.PluralRules(locale).resolvedOptions().pluralCategories
}

export function missing(used: Used[], entries: Entries): string[] {
  return used
    .map(({ sentence }) => sentence)
    .filter((sentence) => !Object.hasOwn(entries, sentence))
}

export function unused(used: Used[], entries: Entries): string[] {
  const known = new Set(used.map(({ sentence }) => sentence))
  return Object.keys(entries).filter((sentence) => !known.has(sentence))
}

/** Entries whose placeholders, words inside words or plural forms are not those of the sentence. */
export function misfits(used: Used[], entries: Entries, locale: string): string[] {
  return used.flatMap(({ sentence, isPlural }) => {
    const entry = Object.hasOwn(entries, sentence) ? entries[sentence] : undefined
    if (entry === undefined) return []
    const forms = typeof entry === 'string' ? { other: entry } : entry
    if (isPlural && !sameSet(Object.keys(forms), formsOf(locale)))
      return [`${sentence}: plural forms`]
    if (!isPlural && typeof entry !== 'string') return [`${sentence}: has plural forms`]
    return Object.entries(forms).flatMap(([form, text]) =>
      fits(sentence, form, text) ? [] : [`${sentence}: ${text}`],
    )
  })
}

/** Where something is counted as one, the number may be a word. */
function fits(sentence: string, form: string, text: string): boolean {
  const ours = marksOf(sentence)
  const theirs = marksOf(text)
  const withoutCount = ours.filter((mark) => mark !== '{count}')
  return (
    text.trim() !== '' &&
    (sameSet(ours, theirs) || (form === 'one' && sameSet(withoutCount, theirs)))
  )
}

function marksOf(text: string): string[] {
  return [...text.matchAll(/\{\w+\}|<\/?\w+>/g)].map(([mark]) => mark)
}

function sameSet(a: string[], b: string[]): boolean {
  return a.length === b.length && a.toSorted().every((one, at) => one === b.toSorted()[at])
}
