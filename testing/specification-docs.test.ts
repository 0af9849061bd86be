import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

import { pageNames } from './architecture/naming-rules.ts'
import { readSourceTree } from './architecture/source-tree.ts'

const document = readFileSync(join(import.meta.dirname, '../docs/specification.md'), 'utf8')
const root = join(import.meta.dirname, '..')

function titlesIn(file: string): string[] {
  if (!file || !existsSync(join(root, file))) return []
  const text = readFileSync(join(root, file), 'utf8')
  const titles = text.matchAll(/\b(?:test|checkRule)\(\s*(['"`])((?:\\.|(?!\1).)*)\1/gs)
  return [...titles].map(([, , title = '']) => title)
}

/** The last cells of the tables' rows: the tests that show the statement. */
function proofs(document: string): string[] {
  const rows = document
    .split('\n')
    .filter((line) => /^\| (?!statement|situation|constant)/.test(line))
  return rows.map((row) => row.split(' | ').at(-1)?.replace(/ \|$/, '') ?? '')
}

/** Proofs that are not a file and the title of one of its tests. */
function brokenProofs(document: string): string[] {
  return proofs(document)
    .flatMap((cell) => cell.split('<br>'))
    .filter((proof) => {
      const [, file = '', title = ''] = /^`([\w./-]+)`: (.+)$/.exec(proof) ?? []
      return !titlesIn(file).includes(title)
    })
}

test('every statement in docs/specification.md names an existing test', () => {
  assert.ok(proofs(document).length > 45, `only ${proofs(document).length} rows were read`)
  assert.deepEqual(brokenProofs(document), [])
})

test('docs/specification.md lists every page name', () => {
  const statedFiles = [...document.matchAll(/`web\/Pages\/([\w/]+)\.tsx`/g)]
  const stated = statedFiles.flatMap(([, name = '']) => (name.includes('/Partials/') ? [] : name))
  const furtherRow = document.split('\n').find((line) => line.startsWith('| These are the pages.'))
  const further = [...(furtherRow?.split(' | ')[1] ?? '').matchAll(/`(\w[\w/]*)`/g)]

  const listed = new Set([...stated, ...further.map(([, name = '']) => name)])
  const tables = readSourceTree(root, ['app/pages.ts', 'app/*/pages.ts', 'app/*/team-pages.ts'])
  assert.deepEqual([...listed].toSorted(), pageNames(tables).toSorted())
})

test('the check finds a row without a test, a missing file and a missing title', () => {
  const rows = `| statement | reading | shown by |
| a | b | nothing |
| a | b | \`app/nowhere.test.ts\` |
| a | b | \`app/home/home.test.ts\`<br>\`app/home/home.test.ts\`: no such title |`

  assert.deepEqual(brokenProofs(rows), [
    'nothing',
    '`app/nowhere.test.ts`',
    '`app/home/home.test.ts`',
    '`app/home/home.test.ts`: no such title',
  ])
})
