import type { Page } from '@inertiajs/core'

import { loadPage, loadLazyPart, loadWholePage } from '#web/load-page.ts'

/** The page's component; or, when the files of this document are gone, a fresh document for the page. */
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

/** Whether the server has drawn what is to be opened. */
let isServerRendered = () => document.querySelector('[data-server-rendered]') !== null

async function loadFirstPage(name: string, lang: string) {
  isServerRendered = () => false
  const component = await loadPage(name, lang)
  // When it fails, what the server drew stays, and there is a notice of it.
  loadLazyPart(name, lang).catch(() => undefined)
  return component
}

/** After a deployment the files of the old version may be gone. */
function isMissingChunk(error: unknown): boolean {
  return error instanceof Error && error.message !== 'Page not found'
}

/** A file that stays away must not reload the page for ever. */
function isFirstReloadFor(key: string): boolean {
  const isNew = sessionStorage.getItem('reloaded-for') !== key
  sessionStorage.setItem('reloaded-for', key)
  return isNew
}

function reloadDocument({ url }: Page): Promise<never> {
  location.assign(url)
  return new Promise(() => {})
}
