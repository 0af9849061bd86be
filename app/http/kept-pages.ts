import type { Page, Rendered } from '@foyer/inertia'
import type { FastifyRequest } from 'fastify'

import type { App } from '#app/http/app.ts'
import type { Pages } from '#app/pages.ts'
import { after, type Awaitable } from '#app/platform/awaitable.ts'

/** What most guests see, and most of them the same. */
const publicPages = new Set<string>([
  'Welcome',
  'Auth/Login',
  'Auth/Register',
  'Auth/ForgotPassword',
  'TermsOfService',
  'PrivacyPolicy',
] satisfies (keyof Pages)[])

/** All are forgotten together, so that most are kept for less. */
const longestMs = 60_000
const mostPages = 100

type Draw = () => Awaitable<Rendered>

/**
 * Keeps drawn pages for the next guest who is to see exactly the same: drawing is the dearest thing that someone without
 * an account can ask for. Nobody is shown what is another's, because pages are found by all that they say.
 */
export function keptPages({ assets, clock }: Pick<App, 'assets' | 'clock'>) {
  const pages = new Map<string, Rendered>()
  let since = 0

  return (page: Page, request: FastifyRequest, draw: Draw): Awaitable<Rendered> => {
    if (!assets.isBuilt || !isPublic(page, request)) return draw()
    const now = clock.now()
    if (Math.abs(now - since) > longestMs) {
      pages.clear()
      since = now
    }
    const key = `${request.text.locale} ${JSON.stringify(page)}`
    const known = pages.get(key)
    if (known) return known
    return after(draw(), (drawn) => {
      if (pages.size >= mostPages) pages.clear()
      pages.set(key, { ...drawn, body: inOnePiece(drawn.body) })
      return drawn
    })
  }
}

/** No place is taken, and nothing personal held, by what nobody else will see: a message, what was typed, an address that carries something. */
function isPublic({ component, url, flash }: Page, { signedIn, routeOptions }: FastifyRequest) {
  return (
    publicPages.has(component) &&
    signedIn === null &&
    flash === undefined &&
    url === routeOptions.url
  )
}

/** The renderer's text is a tree of some thousand pieces, which every answer would have to put together. */
function inOnePiece(text: string): string {
  return Buffer.from(text).toString()
}
