import type { Page, Rendered } from '@foyer/inertia'
import type { FastifyRequest } from 'fastify'

import type { App } from '#app/http/server/app.ts'
import type { Pages } from '#app/pages.ts'
import { whenReady, type MaybePromise } from '#app/platform/lib/maybe-promise.ts'

/** What most guests see, and most of them the same. */
const cacheablePages = new Set<string>([
  'Welcome',
  'Auth/Login',
  'Auth/Register',
  'Auth/ForgotPassword',
  'TermsOfService',
  'PrivacyPolicy',
] satisfies (keyof Pages)[])

/** All are forgotten together, so that most are kept for less. */
const maxAgeMs = 60_000
const maxPages = 100

type Render = () => MaybePromise<Rendered>

/**
 * Keeps drawn pages for the next guest who is to see exactly the same: drawing is the dearest thing that someone without
 * an account can ask for. Nobody is shown what is another's, because pages are found by all that they say.
 */
export function pageCache({ assets, clock }: Pick<App, 'assets' | 'clock'>) {
  const cache = new Map<string, Rendered>()
  let clearedAt = 0

  return (page: Page, request: FastifyRequest, render: Render): MaybePromise<Rendered> => {
    if (!assets.isBuilt || !isCacheable(page, request)) return render()
    const now = clock.now()
    if (Math.abs(now - clearedAt) > maxAgeMs) {
      cache.clear()
      clearedAt = now
    }
    const key = `${request.translator.locale} ${JSON.stringify(page)}`
    const cached = cache.get(key)
    if (cached) return cached
    return whenReady(render(), (rendered) => {
      if (cache.size >= maxPages) cache.clear()
      cache.set(key, { ...rendered, body: flatten(rendered.body) })
      return rendered
    })
  }
}

/** No place is taken, and nothing personal held, by what nobody else will see: a message, what was typed, an address that carries something. */
function isCacheable({ component, url, flash }: Page, { session, routeOptions }: FastifyRequest) {
  return (
    cacheablePages.has(component) &&
    session === null &&
    flash === undefined &&
    url === routeOptions.url
  )
}

/** The renderer's text is a tree of some thousand pieces, which every answer would have to put together. */
function flatten(rope: string): string {
  return Buffer.from(rope).toString()
}
