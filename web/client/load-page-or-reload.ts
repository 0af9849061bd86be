import type { Page } from '@inertiajs/core'

import { loadPage, loadLazyPart, loadWholePage } from '#web/load-page.ts'

/** Loads a page's component. Reloads the document once if the chunk is gone after a deployment. */
export async function loadPageOrReload(name: string, page: Page | undefined) {
  const { lang } = document.documentElement
  try {
    return await (isServerRendered() ? loadFirstPage(name, lang) : loadWholePage(name, lang))
  } catch (error) {
    const shouldReload =
      page &&
      isMissingChunk(error) &&
      navigator.onLine &&
      isFirstReloadFor(`${page.version} ${name}`)
    if (shouldReload) return reloadDocument(page)
    throw error
  }
}

/** Whether the page to load was rendered by the server: true at most for the first one. */
let isServerRendered = () => document.querySelector('[data-server-rendered]') !== null

async function loadFirstPage(name: string, lang: string) {
  isServerRendered = () => false
  const component = await loadPage(name, lang)
  // On failure the server-rendered HTML stays, and the vite:preloadError listener shows a notice.
  loadLazyPart(name, lang).catch(() => undefined)
  return component
}

function isMissingChunk(error: unknown): boolean {
  return error instanceof Error && error.message !== 'Page not found'
}

/** Prevents an endless reload if the chunk stays missing. */
function isFirstReloadFor(key: string): boolean {
  const isNew = sessionStorage.getItem('reloaded-for') !== key
  sessionStorage.setItem('reloaded-for', key)
  return isNew
}

function reloadDocument({ url }: Page): Promise<never> {
  location.assign(url)
  return new Promise(() => {})
}
