/**
 * `npm run sentences`: lists the sentences that a language lacks, as JSON to be filled in, and puts its catalogue in order.
 * `npm run sentences -- de filled.json` takes translations from a file (a map by English sentence) into the catalogue.
 */
import { readFileSync, writeFileSync } from 'node:fs'

import { readHouse } from '#testing/architecture/house.ts'
import { type Entries, misfits, missing, unused } from '#testing/sentences/catalogue-faults.ts'
import {
  catalogueFiles,
  readEntries,
  type Side,
  sideOf,
} from '#testing/sentences/catalogue-files.ts'
import { sentencesUsed } from '#testing/sentences/sentences-used.ts'

const [language = 'de', filled] = process.argv.slice(2)
const used = sentencesUsed(readHouse(process.cwd()))
const given: Entries = filled ? JSON.parse(readFileSync(filled, 'utf8')) : {}
const entries: Entries = { ...readEntries(language), ...given }

for (const side of ['web', 'app'] as const) write(side)
const lacking = missing(used, entries)
const dropped = unused(used, entries)
console.log(JSON.stringify(Object.fromEntries(lacking.map(emptyEntry)), null, 2))
const faults = misfits(used, entries, language)
console.error(
  [
    `${used.length} sentences, ${lacking.length} without translation, ${dropped.length} dropped`,
    ...faults.map((fault) => `does not fit: ${fault}`),
  ].join('\n'),
)
process.exitCode = lacking.length + faults.length > 0 ? 1 : 0

/** In the order of the English sentences, each in the file of those who need it, and none that nobody says any more. */
function write(side: Side): void {
  const ours = used.filter((each) => sideOf(each) === side && Object.hasOwn(entries, each.sentence))
  const sorted = Object.fromEntries(ours.map(({ sentence }) => [sentence, entries[sentence]]))
  writeFileSync(catalogueFiles(language)[side], `${JSON.stringify(sorted, null, 2)}\n`)
}

function emptyEntry(sentence: string): [string, unknown] {
  const isPlural = used.find((each) => each.sentence === sentence)?.isPlural
  return [sentence, isPlural ? { one: '', other: '' } : '']
}
