import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'

import { CompiledQuery } from 'kysely'

import { projectFile } from '#app/platform/lib/project-file.ts'
import { databaseShape } from '#testing/database-shape.ts'
import { createEmptyDatabase, openConnection } from '#testing/test-database.ts'

import { migrate } from './migrate.ts'
import { migrations } from './migrations.ts'

const lastReleased = '044-account-lists'
const largeTables = ['api_tokens', 'api_token_programs', 'events', 'sessions', 'users']

test('the statements for large databases create every index of large tables, and the upgrade finds them', async (t) => {
  const database = await openConnection(t, await createEmptyDatabase(t))
  const released = Object.entries(migrations).filter(([name]) => name <= lastReleased)
  await migrate(database, Object.fromEntries(released))
  const statements = upgradeStatements().map((text) =>
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

function upgradeStatements(): string[] {
  const text = readFileSync(projectFile('docs/upgrading.md'), 'utf8')
  const notes = /## Unreleased\n[^]*?(?=\n## )/.exec(text)?.[0] ?? ''
  return notes.match(/create index concurrently [^;]+;/g) ?? []
}

async function indexesOfLargeTables(
  database: Parameters<typeof databaseShape>[0],
): Promise<string[]> {
  const onLargeTable = new RegExp(`^index .* on (\\S+\\.)?(${largeTables.join('|')})\\b`, 'i')
  const rows = await databaseShape(database)
  return rows.filter((row) => onLargeTable.test(row))
}
