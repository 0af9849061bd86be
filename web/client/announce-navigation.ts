import { router } from '@inertiajs/react'

/** After each visit focuses the heading and announces the title to screen readers. The first load needs neither. */
export function announceNavigation(): void {
  const region = document.createElement('div')
  region.className = 'visually-hidden'
  region.role = 'status'
  // Prepended: at the end, it would make a page that fills the window one pixel longer.
  document.body.prepend(region)
  let currentPage: string | undefined

  router.on('navigate', ({ detail: { page } }) => {
    const [path] = page.url.split(/[?#]/)
    const nextPage = `${page.component} ${path}`
    // Ignores changes of the query (filters, page numbers), so that a field keeps the focus.
    if (currentPage !== undefined && currentPage !== nextPage) {
      focusHeading()
      // The new title is set shortly after the body.
      setTimeout(() => (region.textContent = document.title), 100)
    }
    currentPage = nextPage
  })
}

function focusHeading(): void {
  // Such a page has focused its main field, whose label is announced.
  if (document.activeElement?.matches('[data-focus-on-load]')) return
  const anchorTarget = location.hash && document.getElementById(location.hash.slice(1))
  const heading = anchorTarget || document.querySelector<HTMLElement>('h1')
  if (!heading) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}
