/** Not part of the product: gives the bench the element that a page is rendered from, and the renderer. */
import { routeTable } from '@foyer/named-routes'
import type { Page, PageProps, SharedPageProps } from '@inertiajs/core'
import { createInertiaApp } from '@inertiajs/react'
import type { ReactElement } from 'react'

import { routes } from '#app/routes.ts'
import { textIn } from '#web/catalogue.ts'
import { openWhole } from '#web/open-page.ts'
import { provideRoutes } from '#web/route.ts'
import { TextProvider } from '#web/text.tsx'

export { renderToString } from 'react-dom/server'

provideRoutes(routeTable(routes))

export async function elementOf(page: Page<PageProps & SharedPageProps>): Promise<ReactElement> {
  const text = await textIn('en')
  const renderPage = await createInertiaApp({
    resolve: (name) => openWhole(name, 'en'),
    title: (title) => `${title} - Foyer`,
    withApp: (app) => <TextProvider value={text}>{app}</TextProvider>,
  })
  const { promise, resolve } = Promise.withResolvers<ReactElement>()
  await renderPage?.(page, (element) => {
    resolve(element)
    return ''
  })
  return promise
}
