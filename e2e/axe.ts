import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import type Axe from 'axe-core'
import type { Page } from 'playwright-core'

interface AxeRule {
  id: string
  impact: Axe.ImpactValue
  tags: string[]
}

declare const axe: typeof Axe & { _audit: { rules: AxeRule[] } }

// Half the size of `axe.source`, which every page would have to parse.
const source = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** axe's tags of the rules for levels A and AA. */
export const wcagTags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa']

export interface AxeResult {
  /** One per element. */
  violations: AxeViolation[]
  /** Ids of the rules that apply to the page and found nothing. */
  passedRules: string[]
}

interface AxeViolation {
  impact: string | null | undefined
  /** Whether it breaks a criterion of level A or AA, rather than advice. */
  isWcag: boolean
  description: string
}

/** @param rules  limits the check to these axe rules */
export async function runAxe(page: Page, rules?: string[]): Promise<AxeResult> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source)
  return page.evaluate(
    async ({ runOnly, tags, mild }) => {
      // Advice that axe calls minor or moderate.
      const disabled = Object.fromEntries(
        axe._audit.rules
          .filter(
            ({ impact, tags: own }) =>
              mild.includes(String(impact)) && !own.some((it) => tags.includes(it)),
          )
          .map(({ id }) => [id, { enabled: false }]),
      )
      // Skips iframes: the mail frame allows no scripts, and mails have their own test.
      const found = await axe.run({
        iframes: false,
        resultTypes: ['violations'],
        ...(!runOnly && { rules: { ...disabled, 'target-size': { enabled: true } } }),
        ...(runOnly && { runOnly }),
      })
      const violations = found.violations.flatMap((rule) =>
        rule.nodes.map(({ html }) => ({
          impact: rule.impact,
          isWcag: rule.tags.some((tag) => tags.includes(tag)),
          description: `${rule.id}: ${html.slice(0, 200)}`,
        })),
      )
      return { violations, passedRules: found.passes.map(({ id }) => id) }
    },
    { runOnly: rules, tags: wcagTags, mild: ['minor', 'moderate'] },
  )
}
