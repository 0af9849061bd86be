/**
 * `npm run translations`: prints the messages that a language lacks as JSON to fill in, and sorts its files.
 * `npm run translations -- de filled.json` merges translations from a file (a map by English message).
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

import { readSourceTree } from '#testing/architecture/source-tree.ts'
import { extractMessages } from '#testing/translations/extract-messages.ts'
import {
  type TranslationMap,
  mismatchedTranslations,
  missingTranslations,
  unusedTranslations,
} from '#testing/translations/translation-errors.ts'
import {
  translationFiles,
  readTranslations,
  type TranslationScope,
  scopeOf,
} from '#testing/translations/translation-files.ts'

const [language = 'de', filledFile] = process.argv.slice(2)
const pluralForms = new Intl.PluralRules(language).resolvedOptions().pluralCategories
const usedMessages = extractMessages(readSourceTree(process.cwd()))
const provided: TranslationMap = filledFile ? JSON.parse(readFileSync(filledFile, 'utf8')) : {}
const translations: TranslationMap = { ...readTranslations(language), ...provided }

for (const side of ['web', 'app'] as const) writeTranslations(side)
const missingMessages = missingTranslations(usedMessages, translations)
const unusedMessages = unusedTranslations(usedMessages, translations)
console.log(JSON.stringify(Object.fromEntries(missingMessages.map(emptyEntry)), null, 2))
const mismatches = mismatchedTranslations(usedMessages, translations, language)
console.error(
  [
    `${usedMessages.length} messages, ${missingMessages.length} without translation, ${unusedMessages.length} dropped`,
    ...mismatches.map((fault) => `mismatch: ${fault}`),
  ].join('\n'),
)
process.exitCode = missingMessages.length + mismatches.length > 0 ? 1 : 0

/** Writes a language's used translations to the file of one side, in the order of the messages. */
function writeTranslations(side: TranslationScope): void {
  const messages = usedMessages.filter(
    (each) => scopeOf(each) === side && Object.hasOwn(translations, each.message),
  )
  const sorted = Object.fromEntries(messages.map(({ message }) => [message, translations[message]]))
  const path = translationFiles(language)[side]
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, `${JSON.stringify(sorted, null, 2)}\n`)
}

function emptyEntry(message: string): [string, unknown] {
  const isPlural = usedMessages.find((each) => each.message === message)?.isPlural
  return [message, isPlural ? Object.fromEntries(pluralForms.map((form) => [form, ''])) : '']
}
