import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import type Axe from 'axe-core'
import type { Page } from 'playwright-core'

declare const axe: typeof Axe

// Half the size of `axe.source`, which every page would have to parse.
const source = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** Returns a page's axe violations, one per element. @param rules  limits the check to these axe rules */
export async function axeViolations(page: Page, rules?: string[]): Promise<AxeViolation[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source)
  return page.evaluate(async (runOnly) => {
    // Skips iframes: the mail frame allows no scripts, and mails have their own test.
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
