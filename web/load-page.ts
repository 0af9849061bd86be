// Browser tests alias this specifier to serve their own pages.
import { resolvePage } from '#web/resolve-page.ts'

import { importLazyPart, registerLazyPart } from './lazy-part.tsx'
import { addTranslations } from './translations.ts'

export async function loadPage(name: string, locale: string) {
  const [page] = await Promise.all([
    resolvePage(name),
    addTranslations(locale, `web/Pages/${name}.tsx`),
  ])
  return page
}

export async function loadLazyPart(name: string, locale: string): Promise<void> {
  const [part] = await Promise.all([
    importLazyPart(name),
    addTranslations(locale, `web/Pages/${name}.lazy.tsx`),
  ])
  if (part) registerLazyPart(name, part)
}

export async function loadWholePage(name: string, locale: string) {
  const [page] = await Promise.all([loadPage(name, locale), loadLazyPart(name, locale)])
  return page
}
