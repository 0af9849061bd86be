import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

import axe from 'axe-core'

import { allPageStates } from './all-page-states.ts'
import { wcagTags } from './axe.ts'

const root = join(import.meta.dirname, '..')
const document = readFileSync(join(root, 'docs/accessibility.md'), 'utf8')
const rows = document.split('\n').flatMap((line) => {
  const [, first = '', ...cells] = line.split('|').map((cell) => cell.trim())
  return cells.length > 0 ? [{ first, cells }] : []
})
const criteria = rows.filter(({ first }) => /^\d\.\d\.\d+ /.test(first))

test('docs/accessibility.md lists every criterion of WCAG 2.2 A and AA with its level', () => {
  const listed = criteria.map(({ first, cells: [level] }) => `${first.split(' ')[0]} ${level}`)

  assert.deepEqual(listed, [...wcagCriteria()])
})

test('every criterion says how it is met, and names tests that exist or how it was checked', () => {
  const problems = criteria.flatMap(({ first, cells: [, how = '', proof = ''] }) => {
    const isStated = how.length > 5 && /\baxe\b|by inspection|`/.test(proof)
    return [...(isStated ? [] : [`${first}: no proof`]), ...missingTests(proof)]
  })

  assert.deepEqual(problems, [])
})

test('the check finds tests that do not exist', () => {
  assert.equal(missingTests('`e2e/keyboard.e2e.ts` "nothing of the kind"').length, 1)
})

test('the results list every page and state, with rules that axe still has: else npm run accessibility', () => {
  const states = rows.filter(({ cells }) => /^\d+ rules$/.test(cells[0] ?? ''))
  const rules = rows.filter(({ cells }) => /^\d+ states$/.test(cells[1] ?? ''))
  const known = axe.getRules(wcagTags).map(({ ruleId }) => ruleId)

  assert.deepEqual(
    states.map(({ first }) => first),
    Object.keys(allPageStates),
  )
  assert.ok(rules.length > 20)
  assert.deepEqual(
    rules.filter(({ first }) => !known.includes(first)),
    [],
  )
  assert.ok(document.includes(`axe-core ${axe.version} `))
})

function missingTests(proof: string): string[] {
  return [...proof.matchAll(/`([^`]+)` "([^"]+)"/g)].flatMap(([, path = '', title = '']) =>
    readFileSync(join(root, path), 'utf8').includes(title) ? [] : [`${path}: no test "${title}"`],
  )
}

/** The criteria in order, such as `1.1.1 A`. @see https://www.w3.org/TR/WCAG22/ */
function wcagCriteria(): string[] {
  const levels: Record<string, string> = {
    '1.1': 'A',
    '1.2': 'A A A AA AA',
    '1.3': 'A A A AA AA',
    '1.4': 'A A AA AA AA 10:AA 11:AA 12:AA 13:AA',
    '2.1': 'A A 4:A',
    '2.2': 'A A',
    '2.3': 'A',
    '2.4': 'A A A A AA AA AA 11:AA',
    '2.5': 'A A A A 7:AA 8:AA',
    '3.1': 'A AA',
    '3.2': 'A A AA AA 6:A',
    '3.3': 'A A AA AA 7:A 8:AA',
    '4.1': '2:A 3:AA',
  }
  return Object.entries(levels).flatMap(([guideline, criteriaOfGuideline]) =>
    criteriaOfGuideline.split(' ').map((entry, index) => {
      const [number, level] = entry.includes(':') ? entry.split(':') : [index + 1, entry]
      return `${guideline}.${number} ${level}`
    }),
  )
}
