import type { Rendered } from '@foyer/inertia'
import { routeTable } from '@foyer/named-routes'
import type { Text } from '@foyer/sentences'
import { buildSSRBody, type Page, type PageProps, type SharedPageProps } from '@inertiajs/core'
import { App } from '@inertiajs/react'
import type { ComponentType } from 'react'
import { renderToString } from 'react-dom/server'

import { routes } from '#app/routes.ts'
import { textIn } from '#web/catalogue.ts'
import { openWhole } from '#web/open-page.ts'
import { provideRoutes } from '#web/route.ts'
import { TextProvider } from '#web/text.tsx'
import { titled } from '#web/title.ts'

provideRoutes(routeTable(routes))

type InertiaPage = Page<PageProps & SharedPageProps>

interface Reader {
  appName: string
  /** BCP 47. */
  locale: string
}

/**
 * Renders a page, at once when it was opened before: the client's own way, `createInertiaApp`, takes a few turns of
 * promises for each page.
 *
 * @throws `Page not found` for a name that no page has
 */
export function render(page: InertiaPage, reader: Reader): Rendered | Promise<Rendered> {
  const key = JSON.stringify([page.component, reader.locale])
  const known = opened.get(key)
  if (known) return draw(page, known, reader)
  return open(key, page.component, reader.locale).then((found) => draw(page, found, reader))
}

function draw(page: InertiaPage, { Component, text }: Opened, { appName }: Reader): Rendered {
  let head: string[] = []
  const html = renderToString(
    <TextProvider value={text}>
      <App
        initialPage={page}
        initialComponent={Component}
        resolveComponent={() => Component}
        titleCallback={titled(appName)}
        onHeadUpdate={(tags) => (head = tags)}
      />
    </TextProvider>,
  )
  return { head, body: buildSSRBody('app', page, html) }
}

interface Opened {
  Component: ComponentType
  text: Text
}

/** Pages by name and language. */
const opened = new Map<string, Opened>()
/** There are as many as languages: a locale that is not ours never comes this far. */
const texts = new Map<string, Promise<Text>>()

async function open(key: string, name: string, locale: string): Promise<Opened> {
  let text = texts.get(locale)
  if (!text) texts.set(locale, (text = textIn(locale)))
  // A page's sentences are added to those of its language.
  const said = await text
  const found = { text: said, Component: await openWhole(name, locale) }
  // A name that is no page's is not kept: there is no end of them.
  opened.set(key, found)
  return found
}
