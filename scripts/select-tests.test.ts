import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { relative } from 'node:path'
import { test } from 'node:test'

import { selectTests } from './select-tests.ts'

const names = (files: string[]) => files.map((file) => relative(process.cwd(), file))

test('without a path, every test is selected, each for one part', () => {
  const { onServices, onSqlite, once, inBrowser } = selectTests([])

  const all = [...onServices, ...onSqlite, ...once, ...inBrowser]
  assert.equal(new Set(all).size, all.length)
  assert.ok(names(onServices).includes('app/sign-in/sign-in.test.ts'))
  assert.ok(names(once).includes('scripts/select-tests.test.ts'))
  assert.ok(names(inBrowser).includes('e2e/sign-in.e2e.ts'))
  assert.ok(names(inBrowser).includes('packages/inertia/browser.test.ts'))
})

test('no test of the repository is forgotten', () => {
  const selected = new Set(Object.values(selectTests([])).flatMap(names))
  const files = globSync('**/*.{test,e2e}.ts', { exclude: ['**/node_modules/**', '**/dist/**'] })

  // It is one of the checks.
  assert.deepEqual(
    files.filter((file) => !selected.has(file)),
    ['testing/architecture.test.ts'],
  )
})

test('a folder selects its tests, and not those of a folder with the same prefix', () => {
  const { onServices, once, inBrowser } = selectTests(['app/profile'])

  const selected = names([...onServices, ...once])
  assert.ok(selected.includes('app/profile/profile.test.ts'))
  assert.ok(selected.every((file) => file.startsWith('app/profile/')))
  assert.deepEqual(inBrowser, [])
})

test('a file selects itself', () => {
  const selection = selectTests(['./e2e/sign-in.e2e.ts'])

  assert.deepEqual(selection.onServices, [])
  assert.deepEqual(selection.once, [])
  assert.deepEqual(names(selection.inBrowser), ['e2e/sign-in.e2e.ts'])
})

test('a path without tests is rejected, even beside one with tests', () => {
  assert.throws(() => selectTests(['app/sign-in', 'app/sing-in']), /no test at app\/sing-in/)
})
