// Browser tests alias this specifier to serve their own pages.
import { resolvePage } from '#web/resolve-page.ts'

import { addTranslations } from './translations.ts'

export async function loadPage(name: string, locale: string) {
  const [page] = await Promise.all([
    resolvePage(name),
    addTranslations(locale, `web/Pages/${name}.tsx`),
  ])
  return page
}
