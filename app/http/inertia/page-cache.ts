import type { Page, Rendered } from '@foyer/inertia'
import type { FastifyRequest } from 'fastify'

import type { App } from '#app/http/server/app-type.ts'
import { pagesForGuests } from '#app/pages.ts'
import { whenReady, type MaybePromise } from '#app/platform/lib/maybe-promise.ts'

/** The whole cache is cleared at this interval, so most entries live shorter. */
const maxAgeMs = 60_000
const maxPages = 100

type Render = () => MaybePromise<Rendered>

/**
 * Caches the rendered HTML of guest pages; rendering would take three times as long. The key is the whole page object, so nobody
 * sees another's content.
 */
export function pageCache({ assets, clock }: Pick<App, 'assets' | 'clock'>) {
  const cache = new Map<string, Rendered>()
  let clearedAt = 0

  return (page: Page, request: FastifyRequest, render: Render): MaybePromise<Rendered> => {
    request.isSameForGuests = isSameForGuests(page, request)
    if (!assets.isBuilt || !request.isSameForGuests) return render()
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
      cache.set(key, rendered)
      return rendered
    })
  }
}

/** Excludes pages that no other guest would see: with flash data, old input, a query or a channel. */
function isSameForGuests({ component, url, flash }: Page, request: FastifyRequest): boolean {
  return (
    pagesForGuests.has(component) &&
    request.session === null &&
    request.otherSecrets().length === 0 &&
    flash === undefined &&
    url === request.routeOptions.url &&
    request.guestSession().waitingOn === undefined
  )
}
