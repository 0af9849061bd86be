import type { Page } from '@inertiajs/core'
import { router } from '@inertiajs/react'

/**
 * Keeps flash data across partial reloads of the same URL. Their responses contain none, so Inertia would clear it, and
 * a live update would remove recovery codes from the screen.
 */
export function preserveFlash(): void {
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
    if (isSamePage && Object.keys(page.flash).length === 0) page.flash = currentPage.flash
    currentPage = page
  })
}
