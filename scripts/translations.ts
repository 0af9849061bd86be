/**
 * `npm run translations`: prints the messages that each language lacks as JSON to fill in, and sorts the languages' files.
 * `npm run translations -- filled.json` merges the filled-in JSON.
 * With a language first, such as `fr` or `fr filled.json`, the JSON is that language's alone; it may be a new one.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

import { languages } from '#app/languages.ts'
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

const args = process.argv.slice(2)
const onlyLanguage = args[0]?.endsWith('.json') ? undefined : args.shift()
const filled = args[0] ? JSON.parse(readFileSync(args[0], 'utf8')) : {}
const usedMessages = extractMessages(readSourceTree(process.cwd()))

const translatedCodes = languages.map(({ code }) => code).filter((code) => code !== 'en')
const missing = onlyLanguage
  ? updateLanguage(onlyLanguage, filled)
  : Object.fromEntries(translatedCodes.map((code) => [code, updateLanguage(code, filled[code])]))
console.log(JSON.stringify(missing, null, 2))

/** Merges translations into a language's files and reports their faults. Returns what the language lacks. */
function updateLanguage(language: string, provided: TranslationMap = {}): object {
  const translations: TranslationMap = { ...readTranslations(language), ...provided }
  for (const side of ['web', 'app'] as const) writeTranslations(language, side, translations)
  const missingMessages = missingTranslations(usedMessages, translations)
  const unusedMessages = unusedTranslations(usedMessages, translations)
  const mismatches = mismatchedTranslations(usedMessages, translations, language)
  console.error(
    [
      `${language}: ${usedMessages.length} messages, ${missingMessages.length} without translation, ${unusedMessages.length} dropped`,
      ...mismatches.map((fault) => `mismatch: ${fault}`),
    ].join('\n'),
  )
  if (missingMessages.length + mismatches.length > 0) process.exitCode = 1
  const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions()
  return Object.fromEntries(missingMessages.map((message) => emptyEntry(message, pluralCategories)))
}

/** Writes a language's used translations to the file of one side, in the order of the messages. */
function writeTranslations(
  language: string,
  side: TranslationScope,
  translations: TranslationMap,
): void {
  const messages = usedMessages.filter(
    (each) => scopeOf(each) === side && Object.hasOwn(translations, each.message),
  )
  const sorted = Object.fromEntries(messages.map(({ message }) => [message, translations[message]]))
  const path = translationFiles(language)[side]
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, `${JSON.stringify(sorted, null, 2)}\n`)
}

function emptyEntry(message: string, pluralForms: string[]): [string, unknown] {
  const isPlural = usedMessages.find((each) => each.message === message)?.isPlural
  return [message, isPlural ? Object.fromEntries(pluralForms.map((form) => [form, ''])) : '']
}
