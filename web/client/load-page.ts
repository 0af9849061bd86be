import type { Page } from '@inertiajs/core'

import { openPage, openRest, openWhole } from '#web/open-page.ts'

/** The page's component; or, when the files of this document are gone, a fresh document for the page. */
export async function loadPage(name: string, page: Page | undefined) {
  const { lang } = document.documentElement
  try {
    return await (isDrawn() ? openFirst(name, lang) : openWhole(name, lang))
  } catch (error) {
    const isFirstTry = page && isStale(error) && navigator.onLine && once(`${page.version} ${name}`)
    if (isFirstTry) return freshDocument(page)
    throw error
  }
}

/** Whether the server has drawn what is to be opened. */
let isDrawn = () => document.querySelector('[data-server-rendered]') !== null

async function openFirst(name: string, lang: string) {
  isDrawn = () => false
  const component = await openPage(name, lang)
  // When it fails, what the server drew stays, and there is a notice of it.
  openRest(name, lang).catch(() => undefined)
  return component
}

/** After a deployment the files of the old version may be gone. */
function isStale(error: unknown): boolean {
  return error instanceof Error && error.message !== 'Page not found'
}

/** A file that stays away must not reload the page for ever. */
function once(what: string): boolean {
  const isNew = sessionStorage.getItem('reloaded-for') !== what
  sessionStorage.setItem('reloaded-for', what)
  return isNew
}

function freshDocument({ url }: Page): Promise<never> {
  location.assign(url)
  return new Promise(() => {})
}
