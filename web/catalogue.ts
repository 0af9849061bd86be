import { text, type Text, type Translation } from '@foyer/sentences'

type Entries = Record<string, Translation>

/** By path: what each file says, in one language. */
export type Files = Record<string, () => Promise<{ default: Entries }>>

/** Whoever reads a language loads what is shown to them, and no more (scripts/sentences-of-files.ts). */
const languages: Record<string, () => Promise<{ default: Files }>> = {
  de: () => import('#web/catalogue.ts?files=de'),
}

const known = new Map<string, { files: Files; entries: Entries }>()

/** Sentences in a language: at first those that belong to no page. */
export async function textIn(locale: string): Promise<Text> {
  const load = languages[locale]
  if (load) {
    const entries: Entries = {}
    known.set(locale, { files: (await load()).default, entries })
    await learn(locale, 'web/browser.tsx')
    return text(entries, locale)
  }
  if (locale !== 'en-XA' && locale !== 'ar-XB') return text(null, locale)
  const { pseudo } = await import('@foyer/sentences/pseudo')
  return text(pseudo(locale), locale)
}

/** Adds what a file says. To be done before it is drawn. */
export async function learn(locale: string, file: string): Promise<void> {
  const language = known.get(locale)
  if (language) Object.assign(language.entries, (await language.files[file]?.())?.default)
}

/** Around every `import('#web/…')`, put there when the browser's files are built. */
export async function withSentences<Part>(file: string, load: () => Promise<Part>): Promise<Part> {
  const [part] = await Promise.all([load(), learn(document.documentElement.lang, file)])
  return part
}
