import assert from 'node:assert/strict'
import { test } from 'node:test'

import { fakeTree, readSourceTree } from '#testing/architecture/source-tree.ts'
import { extractMessages } from '#testing/translations/extract-messages.ts'
import { readTranslations } from '#testing/translations/translation-files.ts'

import { filesWithTranslations, translationsForFile } from './translations-vite-plugin.ts'

const tree = fakeTree({
  'web/browser.tsx': `import './i18n.ts'; import('./failure.ts'); t('Loading')`,
  'web/failure.ts': `t('Try again')`,
  'web/Pages/One.tsx': `
    import { a } from '#web/components/A.tsx'
    import type { B } from '#web/components/B.tsx'
    t('One')`,
  'web/Pages/One/Partials/Section.tsx': `t('Nobody imports it')`,
  'web/components/A.tsx': `t('Try again'); t('A'); const b = () => import('#web/components/B.tsx')`,
  'web/components/B.tsx': `t('B'); t('A'); import('#web/components/messageless.ts')`,
  'web/components/messageless.ts': 'export const messageless = true',
})
const translations = {
  Loading: 'Lädt',
  'Try again': 'Noch einmal',
  One: 'Eins',
  A: 'Ah',
  B: 'Beh',
}

const messagesOf = (path: string) => Object.keys(translationsForFile(tree, path, translations))

test('the entry, pages and dynamic imports have translations', () => {
  assert.deepEqual(filesWithTranslations(tree), [
    'web/browser.tsx',
    'web/Pages/One.tsx',
    'web/components/B.tsx',
  ])
})

test("a file brings its static imports' messages and none of the entry's", () => {
  assert.deepEqual(messagesOf('web/browser.tsx'), ['Loading', 'Try again'])
  assert.deepEqual(messagesOf('web/Pages/One.tsx'), ['One', 'A'])
  assert.deepEqual(messagesOf('web/components/B.tsx'), ['A', 'B'])
})

test('together the files bring every message of the pages', () => {
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
