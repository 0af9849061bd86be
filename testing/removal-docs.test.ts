import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

import { isTestFile, readSourceTree } from './architecture/source-tree.ts'

const root = join(import.meta.dirname, '..')
const [instructions = '', table = ''] = readFileSync(
  join(root, 'docs/remove-a-feature.md'),
  'utf8',
).split('## More lines')
const commonFiles = new Set([...instructions.matchAll(/^- `(.+?)`/gm)].map(([, path]) => path))
const sources = readSourceTree(root).filter((source) => !isTestFile(source))
const features = sources
  .flatMap(({ path, imports }) => (path === 'app/features.ts' ? imports : []))
  .flatMap(({ file }) => /^app\/(?!platform\/)([\w-]+)\/feature\.ts$/.exec(file ?? '')?.[1] ?? [])

test('the list for every feature has at most ten files', () => {
  assert.ok(features.length > 20)
  assert.ok(commonFiles.has('app/features.ts'))
  assert.ok(commonFiles.size <= 10)
})

for (const feature of features)
  test(`the page on removing features lists every file that imports ${feature}`, () => {
    const importers = sources
      .filter(({ imports }) => imports.some(({ file }) => file?.startsWith(`app/${feature}/`)))
      .map(({ path }) => path)
      .filter((path) => !isNamedAfter(path, feature) && !commonFiles.has(path))
    const row = importers.map((path) => `\`${path}\``).join(', ')

    assert.equal(new RegExp(`^\\| ${feature} \\| (.*) \\|$`, 'm').exec(table)?.[1] ?? '', row)
  })

/** Whether `git ls-files | grep -i` finds the file, by the singular too. */
function isNamedAfter(path: string, feature: string): boolean {
  const word = feature.replaceAll('-', '-?').replace(/s$/, '')
  return new RegExp(word, 'i').test(path)
}
