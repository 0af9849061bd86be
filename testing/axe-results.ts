import { writeFileSync } from 'node:fs'

/** The results of e2e/accessibility.e2e.ts, for scripts/accessibility-report.ts. */
export interface AxeResults {
  browser: string
  /** By state: the rules that passed in each view. */
  states: Record<string, Partial<Record<AxeView, string[]>>>
}

/** A light desktop and a dark phone. */
export type AxeView = 'desktop' | 'phone'

const results: AxeResults = { browser: '', states: {} }

export function reportAxeResult(
  state: string,
  view: AxeView,
  { browser, passedRules }: { browser: string; passedRules: string[] },
): void {
  results.browser = browser
  results.states[state] = { ...results.states[state], [view]: passedRules }
}

/** Writes the results to the file named in `AXE_RESULTS`, if it is set. */
export function saveAxeResults(): void {
  const path = process.env['AXE_RESULTS']
  if (path) writeFileSync(path, JSON.stringify(results))
}
