import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const docs = join(import.meta.dirname, '../docs')
const text = readFileSync(join(docs, 'hand-written.md'), 'utf8')

test('every file and decision that docs/hand-written.md names exists', () => {
  const files = [...text.matchAll(/`((?:app|packages|web|bench)\/[\w./-]+)`/g)].map(
    ([, path = '']) => join(docs, '..', path),
  )
  const decisions = [...text.matchAll(/\]\(([\w/.-]+)\)/g)].map(([, path = '']) => join(docs, path))

  assert.ok(files.length > 25 && decisions.length > 10)
  assert.deepEqual(
    [...files, ...decisions].filter((path) => !existsSync(path)),
    [],
  )
})
