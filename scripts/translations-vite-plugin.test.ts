import assert from 'node:assert/strict'
import { test } from 'node:test'

import { fakeTree, readSourceTree } from '#testing/architecture/source-tree.ts'
import { extractMessages } from '#testing/translations/extract-messages.ts'
import { readTranslations } from '#testing/translations/translation-files.ts'

import { filesWithTranslations, translationsForFile } from './translations-vite-plugin.ts'

const tree = fakeTree({
  'web/browser.tsx': `import './text.ts'; import('./trouble.ts'); t('Loading')`,
  'web/trouble.ts': `t('Try again')`,
  'web/Pages/One.tsx': `
    import { a } from '#web/parts/A.tsx'
    import type { B } from '#web/parts/B.tsx'
    t('One')`,
  'web/Pages/One.lazy.tsx': `import { a } from '#web/parts/A.tsx'; t('The rest of one')`,
  'web/Pages/One/Partials/Section.tsx': `t('Nobody imports it')`,
  'web/parts/A.tsx': `t('Try again'); t('A'); const b = () => import('#web/parts/B.tsx')`,
  'web/parts/B.tsx': `t('B'); t('A'); import('#web/parts/silent.ts')`,
  'web/parts/silent.ts': 'export const silent = true',
})
const translations = {
  Loading: 'Lädt',
  'Try again': 'Noch einmal',
  One: 'Eins',
  'The rest of one': 'Der Rest',
  A: 'Ah',
  B: 'Beh',
}

const messagesOf = (path: string) => Object.keys(translationsForFile(tree, path, translations))

test('the entry, the pages, what of them comes later and what comes on demand bring sentences', () => {
  assert.deepEqual(filesWithTranslations(tree), [
    'web/browser.tsx',
    'web/Pages/One.tsx',
    'web/Pages/One.lazy.tsx',
    'web/parts/B.tsx',
  ])
})

test('each brings what it needs at once and nothing that is there already', () => {
  assert.deepEqual(messagesOf('web/browser.tsx'), ['Loading', 'Try again'])
  assert.deepEqual(messagesOf('web/Pages/One.tsx'), ['One', 'A'])
  assert.deepEqual(messagesOf('web/Pages/One.lazy.tsx'), ['The rest of one'])
  assert.deepEqual(messagesOf('web/parts/B.tsx'), ['A', 'B'])
})

test('between them they bring every sentence that pages say', () => {
  const webTree = readSourceTree(process.cwd(), ['web/**/*.{ts,tsx}'])
  const germanTranslations = readTranslations('de')
  const loadedMessages = filesWithTranslations(webTree).flatMap((path) =>
    Object.keys(translationsForFile(webTree, path, germanTranslations)),
  )

  const missing = extractMessages(webTree).filter(
    ({ message }) => !loadedMessages.includes(message),
  )

  assert.ok(loadedMessages.length > 400)
  assert.deepEqual(missing, [])
})
