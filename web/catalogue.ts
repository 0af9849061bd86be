import { type Catalogue, text, type Text } from '@foyer/sentences'

/** Loaded only by those who read the language. */
const catalogues: Record<string, () => Promise<{ default: Catalogue }>> = {
  de: () => import('#app/languages/de/web.json'),
}

/** Sentences in a language. */
export async function textIn(locale: string): Promise<Text> {
  const load = catalogues[locale]
  if (load) return text((await load()).default, locale)
  if (locale !== 'en-XA' && locale !== 'ar-XB') return text(null, locale)
  const { pseudo } = await import('@foyer/sentences/pseudo')
  return text(pseudo(locale), locale)
}
