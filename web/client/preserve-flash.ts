import type { Page } from '@inertiajs/core'
import { router } from '@inertiajs/react'

/**
 * Keeps flash data across partial reloads of the same URL. Their responses contain none, so Inertia would clear it, and
 * a live update would remove recovery codes from the screen.
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
    const isSamePage = fullVisits.size === 0 && page.url === currentPage.url
    if (isSamePage && !hasFlash(page)) page.flash = currentPage.flash
    currentPage = page
  })

  return () => hasFlash(currentPage)
}

function hasFlash({ flash }: Pick<Page, 'flash'>): boolean {
  return Object.keys(flash).length > 0
}
