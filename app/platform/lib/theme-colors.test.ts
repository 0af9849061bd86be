import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'node:test'

import { themeColor } from './theme-colors.ts'

const root = join(import.meta.dirname, '../../..')
/** The progress bar's color is specified and not the brand's; a JPEG without transparency has a white background. */
const otherColors = new Set(['#4b5563', '#fff'])

test('only tokens.css defines colors, for pages, mails and the icon', () => {
  const files = globSync(['app/**/*.ts', 'web/**/*.{ts,tsx,css}'], {
    cwd: root,
    exclude: ['**/*.test.ts', 'web/styles/tokens.css'],
  })
  const color = /(?<![\w&/])#(?:[0-9a-f]{6}|[0-9a-f]{3})\b/gi
  const found = files.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(color)]
      .filter(([literal]) => !otherColors.has(literal.toLowerCase()))
      .map(([literal]) => `${file} ${literal}`),
  )

  assert.ok(files.length > 500)
  assert.deepEqual(found, [])
})

test('colors of the style sheet are converted for mails; unknown names are refused', () => {
  assert.match(themeColor('accent').light, /^#[0-9a-f]{6}$/)
  assert.notEqual(themeColor('accent').light, themeColor('accent').dark)
  assert.throws(() => themeColor('missing'), /no color --color-missing/)
})
