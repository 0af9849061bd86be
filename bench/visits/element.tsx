/** Exports the element that a page renders from, and the renderer. Only for the benchmark. */
import { routeTable } from '@foyer/named-routes'
import type { Page, PageProps, SharedPageProps } from '@inertiajs/core'
import { createInertiaApp } from '@inertiajs/react'
import type { ReactElement } from 'react'

import { routes } from '#app/routes.ts'
import { TranslatorProvider } from '#web/i18n.tsx'
import { loadPage } from '#web/load-page.ts'
import { setRouteTable } from '#web/route.ts'
import { loadTranslator } from '#web/translations.ts'

export { renderToString } from 'react-dom/server'

setRouteTable(routeTable(routes))

export async function elementOf(page: Page<PageProps & SharedPageProps>): Promise<ReactElement> {
  const translator = await loadTranslator('en')
  const renderPage = await createInertiaApp({
    resolve: (name) => loadPage(name, 'en'),
    title: (title) => `${title} - Foyer`,
    withApp: (app) => <TranslatorProvider value={translator}>{app}</TranslatorProvider>,
  })
  const { promise, resolve } = Promise.withResolvers<ReactElement>()
  await renderPage?.(page, (element) => {
    resolve(element)
    return ''
  })
  return promise
}
