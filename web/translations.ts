import { createTranslator, type Translator, type Translation } from '@foyer/i18n'

import type { languages } from '#app/languages.ts'

type TranslationEntries = Record<string, Translation>

/** Loaders of one language's translations, by source file. */
export type TranslationFiles = Record<string, () => Promise<{ default: TranslationEntries }>>

type LanguageLoader = () => Promise<{ default: TranslationFiles }>
type TranslatedCode = Exclude<(typeof languages)[number]['code'], 'en'>

/** Each source file's translations are a chunk of their own (scripts/translations-vite-plugin.ts). */
const languageLoaders: Record<string, LanguageLoader> = {
  de: () => import('#web/translations.ts?files=de'),
  fr: () => import('#web/translations.ts?files=fr'),
} satisfies Record<TranslatedCode, LanguageLoader>

const loadedLanguages = new Map<string, { files: TranslationFiles; entries: TranslationEntries }>()

export async function loadTranslator(locale: string): Promise<Translator> {
  const load = languageLoaders[locale]
  if (load) {
    const entries: TranslationEntries = {}
    loadedLanguages.set(locale, { files: (await load()).default, entries })
    await addTranslations(locale, 'web/browser.tsx')
    return createTranslator(entries, locale)
  }
  if (locale !== 'en-XA' && locale !== 'ar-XB') return createTranslator(null, locale)
  const { pseudoTranslations } = await import('@foyer/i18n/pseudo')
  return createTranslator(pseudoTranslations(locale), locale)
}

/** Loads a file's translations. Call before rendering it. */
export async function addTranslations(locale: string, file: string): Promise<void> {
  const language = loadedLanguages.get(locale)
  if (language) Object.assign(language.entries, (await language.files[file]?.())?.default)
}

/** The build wraps every `import('#web/…')` in this. */
export async function withTranslations<Module>(
  file: string,
  load: () => Promise<Module>,
): Promise<Module> {
  const [module] = await Promise.all([load(), addTranslations(document.documentElement.lang, file)])
  return module
}
