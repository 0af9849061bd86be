/** `npm run accessibility`: runs axe on every page, and writes what passed to docs/accessibility.md. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import axe from 'axe-core'

import type { AxeResults } from '#testing/axe-results.ts'

import { build } from './build.ts'
import { findChromium } from './find-chromium.ts'
import { runInTerminal } from './run-command.ts'

const document = join(import.meta.dirname, '../docs/accessibility.md')
const [startMarker, endMarker] = [
  '<!-- results: npm run accessibility -->',
  '<!-- end of results -->',
]
const wcagTags = /^wcag2[12]?aa?$/

await build()
const folder = mkdtempSync(join(tmpdir(), 'foyer-accessibility-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
const resultsPath = join(folder, 'results.json')
process.env['CHROMIUM_PATH'] ??= findChromium() ?? ''
process.env['AXE_RESULTS'] = resultsPath
const args = ['--test', '--test-force-exit', '--test-reporter=dot', 'e2e/accessibility.e2e.ts']
const status = await runInTerminal(process.execPath, args)
if (status !== 0) {
  console.error('The tests failed, so docs/accessibility.md was not changed.')
  process.exit(status)
}
const results: AxeResults = JSON.parse(readFileSync(resultsPath, 'utf8'))
const text = readFileSync(document, 'utf8')
const [before = ''] = text.split(startMarker)
const [, after = ''] = text.split(endMarker)
const report = [startMarker, ...formatResults(results), endMarker].join('\n')
writeFileSync(document, `${before}${report}${after}`)

function formatResults({ browser, states }: AxeResults): string[] {
  const rules = axe.getRules().filter(({ tags }) => tags.some((tag) => wcagTags.test(tag)))
  const isWcagRule = (id: string) => rules.some(({ ruleId }) => ruleId === id)
  const count = (ids: string[] = []) => `${ids.filter(isWcagRule).length} rules`
  const passedOn = (id: string) =>
    Object.values(states).filter((views) => Object.values(views).flat().includes(id)).length
  const checked = rules.filter(({ ruleId }) => passedOn(ruleId) > 0)
  return [
    `axe-core ${axe.version} in ${browser}, ${new Date().toISOString().slice(0, 10)}: no violation of a rule for level A or AA.`,
    '',
    '| page and state | light, 1280 px | dark, 390 px |',
    '|---|---|---|',
    ...Object.entries(states).map(
      ([state, { desktop, phone }]) => `| ${state} | ${count(desktop)} | ${count(phone)} |`,
    ),
    '',
    `Of axe's ${rules.length} rules for these levels, ${checked.length} found something to check:`,
    '',
    '| rule | criteria | passed on |',
    '|---|---|---|',
    ...checked.map(
      ({ ruleId, tags }) => `| ${ruleId} | ${criteriaOf(tags)} | ${passedOn(ruleId)} states |`,
    ),
  ]
}

/** `wcag143` is 1.4.3, `wcag1412` is 1.4.12. */
function criteriaOf(tags: string[]): string {
  const criteria = tags.map((tag) => /^wcag(\d)(\d)(\d+)$/.exec(tag)?.slice(1).join('.'))
  return criteria.filter((it) => it !== undefined).join(', ')
}
