import assert from 'node:assert/strict'
import { test } from 'node:test'

import { csvCell } from './csv.ts'

test('a cell that a spreadsheet would run as a formula is marked as text (CSV-01)', () => {
  const formulas = ['=1', '\t=1', '\r\n=1', ' =1', '"=1', '-1', '+1', '@x', '|x', '%x', '＠x']

  assert.deepEqual(
    formulas.filter((text) => !csvCell(text).startsWith(`"'`)),
    [],
  )
  assert.equal(csvCell('–'), '"–"')
})
