import { learn } from '#web/catalogue.ts'
import { loadLater, showLater } from '#web/later.tsx'
import { resolvePage } from '#web/resolve-page.ts'

/** The page, and the sentences it says in a language. */
export async function openPage(name: string, locale: string) {
  const [page] = await Promise.all([resolvePage(name), learn(locale, `web/Pages/${name}.tsx`)])
  return page
}

/** What of a page may come later. */
export async function openRest(name: string, locale: string): Promise<void> {
  const [part] = await Promise.all([loadLater(name), learn(locale, `web/Pages/${name}.later.tsx`)])
  if (part) showLater(name, part)
}

export async function openWhole(name: string, locale: string) {
  const [page] = await Promise.all([openPage(name, locale), openRest(name, locale)])
  return page
}
