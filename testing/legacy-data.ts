import { readFileSync } from 'node:fs'
import type { TestContext } from 'node:test'

import { z } from 'zod'

import { migrate } from '#app/platform/db/migrate.ts'
import { migrations } from '#app/platform/db/migrations.ts'

import { createTestApp, type TestApp } from './test-app.ts'
import { createEmptyDatabase, openConnection } from './test-database.ts'

/**
 * Rows, cookies, links and secrets that the code of 2026-11-22 (commit 9767a7e, migration 016) wrote, before the code was
 * renamed. Ada has two-factor, an API token, a pending address change and a reset link; a phone of hers is at the
 * two-factor challenge; Grace waits for her confirmation mail.
 */
export const legacyData = z
  .object({
    appKey: z.string(),
    now: z.number(),
    laptop: z.record(z.string(), z.string()),
    phone: z.record(z.string(), z.string()),
    waiting: z.record(z.string(), z.string()),
    twoFactorSecret: z.string(),
    recoveryCodes: z.array(z.string()),
    token: z.string(),
    emailChangeLink: z.string(),
    resetLink: z.string(),
    tables: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))),
  })
  .parse(
    JSON.parse(
      readFileSync(new URL('./fixtures/database-2026-11-22.json', import.meta.url), 'utf8'),
    ),
  )

const lastMigration = '016-sessions-by-use'

export async function appOnLegacyData(t: TestContext): Promise<TestApp> {
  const database = await openConnection(t, await createEmptyDatabase(t))
  const known = Object.entries(migrations).filter(([name]) => name <= lastMigration)
  await migrate(database, Object.fromEntries(known))
  const db = database.db.withTables<Record<string, Record<string, unknown>>>()
  for (const [table, rows] of Object.entries(legacyData.tables)) {
    for (const row of rows) await db.insertInto(table).values(row).execute()
  }
  await migrate(database)
  const foyer = await createTestApp(t, { APP_KEY: legacyData.appKey }, {}, database)
  foyer.clock.advance(legacyData.now - foyer.clock.now())
  return foyer
}
