import { readFileSync } from 'node:fs'

import {
  type Translations,
  negotiateLanguage,
  createTranslator,
  type Translator,
} from '@foyer/i18n'
import { pseudoTranslations } from '@foyer/i18n/pseudo'

import { languages, pseudoLocales } from '#app/languages.ts'
import { memoize } from '#app/platform/lib/memoize.ts'
import { projectFile } from '#app/platform/lib/project-file.ts'

interface LanguageOption {
  code: string
  name: string
}

export interface Languages {
  /** Languages the user can choose; empty when there is only one. A pseudo-locale is among them only while it is in use. */
  options(current: string): LanguageOption[]
  supports(code: string): boolean
  /** Returns the first available of: chosen code, Accept-Language header, English. */
  pick(chosen: string | null | undefined, acceptLanguage: string | undefined): Translator
}

/** The language as accounts and addresses store it: null for English. */
export function storedLocale(locale: string): string | null {
  return locale === 'en' ? null : locale
}

/** @param includePseudo  supports the pseudo-locales, for development only */
export function loadLanguages({ includePseudo }: { includePseudo: boolean }): Languages {
  const english = createTranslator(null, 'en')
  const offeredPseudoLocales = includePseudo ? pseudoLocales : []
  const translators = new Map<string, Translator>([
    ['en', english],
    ...translatedCodes.map((code): [string, Translator] => [
      code,
      createTranslator(loadCatalogue(code), code),
    ]),
    ...offeredPseudoLocales.map(({ code }): [string, Translator] => [
      code,
      createTranslator(pseudoTranslations(code), code),
    ]),
  ])
  const options: LanguageOption[] = languages.length > 1 ? [...languages] : []
  const optionsWithPseudo = new Map<string, LanguageOption[]>(
    offeredPseudoLocales.map((locale) => [locale.code, [...languages, locale]]),
  )
  const codes = languages.map(({ code }) => code)
  // Saves 10 % of a page visit.
  const fromHeader = memoize(
    (accept) => findTranslator(translators, negotiateLanguage(accept, codes)) ?? english,
  )

  return {
    options: (current) => optionsWithPseudo.get(current) ?? options,
    supports: (code) => translators.has(code),
    pick: (chosen, accept = '') => findTranslator(translators, chosen) ?? fromHeader(accept),
  }
}

function findTranslator(
  translators: Map<string, Translator>,
  code: string | null | undefined,
): Translator | undefined {
  return code ? translators.get(code) : undefined
}

const translatedCodes = languages.map(({ code }) => code).filter((code) => code !== 'en')

const loadCatalogue = memoize((code: string): Translations => ({
  ...readEntries(`${code}/web.json`),
  ...readEntries(`${code}/app.json`),
}))

function readEntries(file: string): Exclude<Translations, (english: string) => string> {
  return JSON.parse(readFileSync(projectFile(`app/languages/${file}`), 'utf8'))
}
