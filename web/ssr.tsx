import { routeTable } from '@foyer/named-routes'
import type { Page, PageProps, SharedPageProps } from '@inertiajs/core'
import { createInertiaApp } from '@inertiajs/react'
import { renderToString } from 'react-dom/server'

import { routes } from '#app/routes.ts'
import { textIn } from '#web/catalogue.ts'
import { openWhole } from '#web/open-page.ts'
import { provideRoutes } from '#web/route.ts'
import { TextProvider } from '#web/text.tsx'
import { titled } from '#web/title.ts'

provideRoutes(routeTable(routes))

interface Reader {
  appName: string
  /** BCP 47. */
  locale: string
}

/**
 * @returns the tags for the document's head and the body, which carries the page for the browser as well
 * @throws `Page not found` for a name that no page has
 */
export async function render(
  page: Page<PageProps & SharedPageProps>,
  { appName, locale }: Reader,
): Promise<{ head: string[]; body: string }> {
  const key = JSON.stringify([appName, locale])
  let renderer = renderers.get(key)
  if (!renderer) renderers.set(key, (renderer = rendererFor(appName, locale)))
  return (await renderer)(page, renderToString)
}

/** There are as many as languages: a locale that is not ours never comes this far. */
const renderers = new Map<string, ReturnType<typeof rendererFor>>()

async function rendererFor(appName: string, locale: string) {
  const text = await textIn(locale)
  const renderPage = await createInertiaApp({
    resolve: (name) => openOnce(name, locale),
    title: titled(appName),
    withApp: (app) => <TextProvider value={text}>{app}</TextProvider>,
  })
  if (!renderPage) throw new Error('The renderer was started in a browser')
  return renderPage
}

const pages = new Map<string, ReturnType<typeof openWhole>>()

/** Importing again costs a tenth of rendering. */
function openOnce(name: string, locale: string): ReturnType<typeof openWhole> {
  const key = JSON.stringify([name, locale])
  const known = pages.get(key)
  if (known) return known
  const page = openWhole(name, locale)
  // A name that is no page's is not kept: there is no end of them.
  void page.then(
    () => pages.set(key, page),
    () => {},
  )
  return page
}
