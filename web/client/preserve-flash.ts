import type { Page } from '@inertiajs/core'
import { router } from '@inertiajs/react'

/**
 * An answer to a question for parts of the page leaves out what was said once, and the client would take that for gone:
 * recovery codes would leave the screen because a name changed elsewhere. It stays as long as the address does.
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
