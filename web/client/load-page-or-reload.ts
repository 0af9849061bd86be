import type { Page } from '@inertiajs/core'

import { loadPage } from '#web/load-page.ts'

/** Loads a page's component. Reloads the document once if the chunk is gone after a deployment. */
export async function loadPageOrReload(name: string, page: Page | undefined) {
  try {
    return await loadPage(name, document.documentElement.lang)
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
