import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { test } from 'node:test'

const folder = join(import.meta.dirname, '../docs/decisions')
const head =
  /^# (?<number>\d{3}): (?<topic>.+)\n\nDate: (?<date>\d{4}-\d{2}-\d{2})\. Status: (?<status>accepted|superseded by \d{3})\.\n/

/** The row of the index that a record's head requires; null without title, date and status. */
function indexRow(file: string, text: string): string | null {
  const { number, topic, date, status } = head.exec(text)?.groups ?? {}
  if (number === undefined || !file.startsWith(`${number}-`)) return null
  return `| [${number}](${file}) | ${topic} | ${date} | ${status} |`
}

test('every decision record has a title, date and status, and is in the index', () => {
  const files = globSync('[0-9]*.md', { cwd: folder }).toSorted()
  const index = readFileSync(join(folder, 'README.md'), 'utf8')
  const rows = files.map((file) =>
    indexRow(basename(file), readFileSync(join(folder, file), 'utf8')),
  )

  assert.ok(files.length >= 30)
  assert.deepEqual(
    index.split('\n').filter((line) => line.startsWith('| [')),
    rows,
  )
})

test('the check finds a record without date and status', () => {
  assert.equal(indexRow('001-inertia.md', '# 001: Inertia\n\n**Context.** None.\n'), null)
})
