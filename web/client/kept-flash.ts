import type { Page } from '@inertiajs/core'
import { router } from '@inertiajs/react'

/**
 * An answer to a question for parts of the page leaves out what was said once, and the client would take that for gone:
 * recovery codes would leave the screen because a name changed elsewhere. It stays as long as the address does.
 */
export function keepFlash(): void {
  const others = new Set<string>()
  let shown: Pick<Page, 'flash' | 'url'> = { flash: {}, url: '' }

  router.on('start', ({ detail: { visit } }) => {
    const isForParts = visit.method === 'get' && visit.only.length > 0
    if (!isForParts) others.add(visit.id)
  })
  router.on('finish', ({ detail: { visit } }) => void others.delete(visit.id))
  router.on('navigate', ({ detail: { page } }) => void (shown = page))
  router.on('beforeUpdate', ({ detail: { page } }) => {
    const isSame = others.size === 0 && page.url === shown.url
    if (isSame && Object.keys(page.flash).length === 0) page.flash = shown.flash
    shown = page
  })
}
