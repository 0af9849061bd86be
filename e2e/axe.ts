import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import type Axe from 'axe-core'
import type { Page } from 'playwright-core'

declare const axe: typeof Axe & { _audit: { rules: { id: string; impact: Axe.ImpactValue }[] } }

// Half the size of `axe.source`, which every page would have to parse.
const source = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

interface AxeSettings {
  /** Limits the check to these axe rules. */
  rules?: string[]
  /** Leaves out the rules whose violations are minor or moderate: each rule has one impact. */
  seriousOnly?: boolean
}

/** Returns a page's axe violations, one per element. */
export async function axeViolations(page: Page, settings: AxeSettings = {}): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source)
  return page.evaluate(async ({ rules: runOnly, seriousOnly }) => {
    const mildRules = axe._audit.rules.filter(
      ({ impact }) => impact === 'minor' || impact === 'moderate',
    )
    const disabled = Object.fromEntries(mildRules.map(({ id }) => [id, { enabled: false }]))
    // Skips iframes: the mail frame allows no scripts, and mails have their own test.
    const found = await axe.run({
      iframes: false,
      resultTypes: ['violations'],
      ...(seriousOnly && { rules: disabled }),
      ...(runOnly && { runOnly }),
    })
    return found.violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`),
    )
  }, settings)
}
