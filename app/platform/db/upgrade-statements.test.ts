import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'

import { CompiledQuery } from 'kysely'

import { projectFile } from '#app/platform/lib/project-file.ts'
import { databaseShape } from '#testing/database-shape.ts'
import { createEmptyDatabase, openConnection } from '#testing/test-database.ts'

import { migrate } from './migrate.ts'
import { migrations } from './migrations.ts'
import { readReleases } from './releases.ts'

const largeTables = ['api_tokens', 'api_token_programs', 'events', 'sessions', 'users']

test('the statements for large databases create every index of large tables, and the upgrade finds them', async (t) => {
  const database = await openConnection(t, await createEmptyDatabase(t))
  const { texts, migrationsBefore } = newestStatements()
  const released = Object.entries(migrations).filter(([name]) => migrationsBefore.has(name))
  await migrate(database, Object.fromEntries(released))
  const statements = texts.map((text) =>
    database.dialect === 'sqlite' ? text.replace(' concurrently', '') : text,
  )

  for (const statement of statements) await database.db.executeQuery(CompiledQuery.raw(statement))
  const prepared = await indexesOfLargeTables(database)
  await migrate(database)

  assert.ok(statements.length > 10)
  assert.deepEqual(await indexesOfLargeTables(database), prepared)
  const plain = await openConnection(t, await createEmptyDatabase(t))
  await migrate(plain)
  assert.deepEqual(await databaseShape(database), await databaseShape(plain))
})

/** Of the newest version whose notes have statements, with the migrations that were released before it. */
function newestStatements(): { texts: string[]; migrationsBefore: Set<string> } {
  const text = readFileSync(projectFile('docs/upgrading.md'), 'utf8')
  const releases = Object.entries(readReleases())
  for (const version of ['Unreleased', ...releases.map(([name]) => name).toReversed()]) {
    const notes = text.split(`\n## ${version}\n`)[1]?.split('\n## ')[0] ?? ''
    const texts = notes.match(/create index concurrently [^;]+;/g) ?? []
    const index = releases.findIndex(([name]) => name === version)
    const before = releases.slice(0, index < 0 ? undefined : index)
    if (texts.length > 0)
      return {
        texts,
        migrationsBefore: new Set(before.flatMap(([, release]) => Object.keys(release.migrations))),
      }
  }
  throw new Error('No notes have statements.')
}

async function indexesOfLargeTables(
  database: Parameters<typeof databaseShape>[0],
): Promise<string[]> {
  const onLargeTable = new RegExp(`^index .* on (\\S+\\.)?(${largeTables.join('|')})\\b`, 'i')
  const rows = await databaseShape(database)
  return rows.filter((row) => onLargeTable.test(row))
}
