import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import type Axe from 'axe-core'
import type { Page } from 'playwright-core'

declare const axe: typeof Axe

// Half as long as `axe.source`: every page has to read it.
const source = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** What axe objects to on a page, to all of it or only by some rules, with the first place of each. */
export async function axeViolations(page: Page, rules?: string[]): Promise<AxeViolation[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source)
  return page.evaluate(async (runOnly) => {
    // The page's own axe. A frame without script can hold none; the mail in it has a test of its own.
    const found = await axe.run({
      iframes: false,
      resultTypes: ['violations'],
      ...(runOnly && { runOnly }),
    })
    return found.violations.flatMap(({ id, impact, nodes }) =>
      nodes.map(({ html }) => ({ impact, description: `${id}: ${html.slice(0, 200)}` })),
    )
  }, rules)
}

interface AxeViolation {
  impact: string | null | undefined
  description: string
}
