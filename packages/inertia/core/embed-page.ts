import type { Page } from './page.ts'

/** Escapes `<`, which JSON does not require: `<!--<script>` in a value would swallow the rest of the document. */
export function embedPage(page: Page, rootId = 'app'): string {
  const json = JSON.stringify(page)
  const safe = json.replaceAll('<', '\\u003c').replaceAll('/', '\\/')
  const id = rootId.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
  return `<script data-page="${id}" type="application/json">${safe}</script><div id="${id}"></div>`
}
