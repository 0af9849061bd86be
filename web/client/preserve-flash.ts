import type { Page } from '@inertiajs/core'
import { router } from '@inertiajs/react'

/**
 * Keeps flash data across partial reloads of the same page, whatever its query: a moment of Time Travel that was requested
 * before a restore may arrive after it. Their responses contain none, so Inertia would clear it, and a live update would
 * remove recovery codes from the screen.
 *
 * @returns whether the page shows any
 */
export function preserveFlash(): () => boolean {
  const fullVisits = new Set<string>()
  let currentPage: Pick<Page, 'flash' | 'url'> = { flash: {}, url: '' }

  router.on('start', ({ detail: { visit } }) => {
    const isPartialReload = visit.method === 'get' && visit.only.length > 0
    if (!isPartialReload) fullVisits.add(visit.id)
  })
  router.on('finish', ({ detail: { visit } }) => void fullVisits.delete(visit.id))
  router.on('navigate', ({ detail: { page } }) => void (currentPage = page))
  router.on('beforeUpdate', ({ detail: { page } }) => {
    const isSamePage = pathOf(page) === pathOf(currentPage)
    if (fullVisits.size === 0 && isSamePage && !hasFlash(page)) page.flash = currentPage.flash
    currentPage = page
  })

  return () => hasFlash(currentPage)
}

function pathOf({ url }: Pick<Page, 'url'>): string | undefined {
  return url.split('?')[0]
}

function hasFlash({ flash }: Pick<Page, 'flash'>): boolean {
  return Object.keys(flash).length > 0
}
