import assert from 'node:assert/strict'
import { test } from 'node:test'

import { madeUpHouse, readHouse } from '#testing/architecture/house.ts'
import { readEntries } from '#testing/sentences/catalogue-files.ts'
import { sentencesUsed } from '#testing/sentences/sentences-used.ts'

import { separateFiles, translationsOf } from './sentences-of-files.ts'

const house = madeUpHouse({
  'web/browser.tsx': `import './text.ts'; import('./trouble.ts'); t('Loading')`,
  'web/trouble.ts': `t('Try again')`,
  'web/Pages/One.tsx': `
    import { a } from '#web/parts/A.tsx'
    import type { B } from '#web/parts/B.tsx'
    t('One')`,
  'web/Pages/One.later.tsx': `import { a } from '#web/parts/A.tsx'; t('The rest of one')`,
  'web/Pages/One/Partials/Section.tsx': `t('Nobody imports it')`,
  'web/parts/A.tsx': `t('Try again'); t('A'); const b = () => import('#web/parts/B.tsx')`,
  'web/parts/B.tsx': `t('B'); t('A'); import('#web/parts/silent.ts')`,
  'web/parts/silent.ts': 'export const silent = true',
})
const all = {
  Loading: 'Lädt',
  'Try again': 'Noch einmal',
  One: 'Eins',
  'The rest of one': 'Der Rest',
  A: 'Ah',
  B: 'Beh',
}

const saidBy = (path: string) => Object.keys(translationsOf(house, path, all))

test('the entry, the pages, what of them comes later and what comes on demand bring sentences', () => {
  assert.deepEqual(separateFiles(house), [
    'web/browser.tsx',
    'web/Pages/One.tsx',
    'web/Pages/One.later.tsx',
    'web/parts/B.tsx',
  ])
})

test('each brings what it needs at once and nothing that is there already', () => {
  assert.deepEqual(saidBy('web/browser.tsx'), ['Loading', 'Try again'])
  assert.deepEqual(saidBy('web/Pages/One.tsx'), ['One', 'A'])
  assert.deepEqual(saidBy('web/Pages/One.later.tsx'), ['The rest of one'])
  assert.deepEqual(saidBy('web/parts/B.tsx'), ['A', 'B'])
})

test('between them they bring every sentence that pages say', () => {
  const ours = readHouse(process.cwd(), ['web/**/*.{ts,tsx}'])
  const entries = readEntries('de')
  const brought = separateFiles(ours).flatMap((path) =>
    Object.keys(translationsOf(ours, path, entries)),
  )

  const missing = sentencesUsed(ours).filter(({ sentence }) => !brought.includes(sentence))

  assert.ok(brought.length > 400)
  assert.deepEqual(missing, [])
})
