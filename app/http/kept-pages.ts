import type { Page, Rendered } from '@foyer/inertia'
import type { FastifyRequest } from 'fastify'

import type { App } from '#app/http/app.ts'
import { after, type Awaitable } from '#app/platform/awaitable.ts'

const longestMs = 60_000
const mostPages = 100

type Draw = () => Awaitable<Rendered>

/**
 * Keeps drawn pages for the next guest who is to see exactly the same, for a minute. Drawing is the dearest thing that
 * someone without an account can ask for, and most ask for the same few pages.
 */
export function keptPages({ assets, clock }: Pick<App, 'assets' | 'clock'>) {
  const pages = new Map<string, Rendered>()
  let since = 0

  return (page: Page, request: FastifyRequest, draw: Draw): Awaitable<Rendered> => {
    if (!assets.isBuilt || !isForAll(page, request)) return draw()
    const now = clock.now()
    if (now - since > longestMs || pages.size >= mostPages) {
      pages.clear()
      since = now
    }
    const key = `${request.text.locale} ${JSON.stringify(page)}`
    return (
      pages.get(key) ??
      after(draw(), (drawn) => {
        pages.set(key, { ...drawn, body: inOnePiece(drawn.body) })
        return drawn
      })
    )
  }
}

/** Not what belongs to someone: an account's page, a message, an address that carries a token or a name. */
function isForAll({ url, flash }: Page, { signedIn, routeOptions }: FastifyRequest): boolean {
  return signedIn === null && flash === undefined && url === routeOptions.url
}

/** The renderer's text is a tree of some thousand pieces, which every answer would have to put together. */
function inOnePiece(text: string): string {
  return Buffer.from(text).toString()
}
