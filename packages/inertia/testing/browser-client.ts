/** The published client without a framework. It records pages and events for tests. */
import { getInitialPageFromDOM, type Page, router } from '@inertiajs/core'

const initialPage = getInitialPageFromDOM<Page>('app')
if (initialPage === null) throw new Error('The document holds no page.')

const shown: Page[] = []
const events: string[] = []

router.init({
  initialPage,
  resolveComponent: (name) => name,
  swapComponent: async ({ page }) => {
    shown.push(page)
  },
})

router.on('flash', (event) => void events.push(`flash ${JSON.stringify(event.detail.flash)}`))
router.on('location', (event) => void events.push(`location ${event.detail.versionChange}`))

Object.assign(window, { router, shown, events })
