import { router } from '@inertiajs/react'

/** Says where a visit has led: focus goes to the page's heading, its title is read out. The first page needs neither. */
export function announceNavigation(): void {
  const region = document.createElement('div')
  region.className = 'visually-hidden'
  region.role = 'status'
  // Before the page: at its end, one that fills the window would be a pixel longer than it.
  document.body.prepend(region)
  let currentPage: string | undefined

  router.on('navigate', ({ detail: { page } }) => {
    const [path] = page.url.split(/[?#]/)
    const nextPage = `${page.component} ${path}`
    // Filters and page numbers change the query; whoever types in one keeps their place.
    if (currentPage !== undefined && currentPage !== nextPage) {
      focusHeading()
      // The head of the new page is written a moment after its body.
      setTimeout(() => (region.textContent = document.title), 100)
    }
    currentPage = nextPage
  })
}

function focusHeading(): void {
  // A page that was opened to type one thing has put the focus there, and the thing's label says where one is.
  if (document.activeElement?.matches('[data-first]')) return
  const anchorTarget = location.hash && document.getElementById(location.hash.slice(1))
  const heading = anchorTarget || document.querySelector<HTMLElement>('h1')
  if (!heading) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}
