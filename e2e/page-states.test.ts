import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

import { allPageStates } from './all-page-states.ts'

test('every page is among the states that are checked for accessibility', () => {
  const files = globSync('**/*.tsx', { cwd: join(import.meta.dirname, '../web/Pages') })
  const pages = files.filter((file) => !file.includes('Partials')).map((file) => file.slice(0, -4))
  const pagesWithState = new Set(Object.keys(allPageStates).map((state) => state.split(',')[0]))

  assert.ok(pages.length > 20)
  assert.deepEqual(
    pages.filter((page) => !pagesWithState.has(page)),
    [],
  )
})
