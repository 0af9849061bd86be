import { createTranslator, type Translator, type Translation } from '@foyer/i18n'

type TranslationEntries = Record<string, Translation>

/** By path: what each file says, in one language. */
export type TranslationFiles = Record<string, () => Promise<{ default: TranslationEntries }>>

/** Whoever reads a language loads what is shown to them, and no more (scripts/translations-vite-plugin.ts). */
const languageLoaders: Record<string, () => Promise<{ default: TranslationFiles }>> = {
  de: () => import('#web/translations.ts?files=de'),
}

const loadedLanguages = new Map<string, { files: TranslationFiles; entries: TranslationEntries }>()

/** Sentences in a language: at first those that belong to no page. */
export async function loadTranslator(locale: string): Promise<Translator> {
  const load = languageLoaders[locale]
  if (load) {
    const entries: TranslationEntries = {}
    loadedLanguages.set(locale, { files: (await load()).default, entries })
    await addTranslations(locale, 'web/browser.tsx')
    return createTranslator(entries, locale)
  }
  if (locale !== 'en-XA' && locale !== 'ar-XB') return createTranslator(null, locale)
  const { pseudo } = await import('@foyer/i18n/pseudo')
  return createTranslator(pseudo(locale), locale)
}

/** Adds what a file says. To be done before it is drawn. */
export async function addTranslations(locale: string, file: string): Promise<void> {
  const language = loadedLanguages.get(locale)
  if (language) Object.assign(language.entries, (await language.files[file]?.())?.default)
}

/** Around every `import('#web/…')`, put there when the browser's files are built. */
export async function withTranslations<Module>(
  file: string,
  load: () => Promise<Module>,
): Promise<Module> {
  const [module] = await Promise.all([load(), addTranslations(document.documentElement.lang, file)])
  return module
}
