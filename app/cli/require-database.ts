import { existsSync } from 'node:fs'

import type { Config } from '#app/platform/config/config.ts'
import type { Database } from '#app/platform/db/connect.ts'
import { pendingMigrations } from '#app/platform/db/migrate.ts'

import { CommandFailed } from './command.ts'

/** SQLite would create a missing file on connect. */
export function requireDatabaseFile({ databaseUrl }: Config): void {
  const path = databaseUrl.replace(/^sqlite:/, '')
  if (path === databaseUrl || existsSync(path)) return
  throw new CommandFailed(
    `There is no database at ${path} yet. Start the server to create it, or run: npm run foyer -- migrate`,
  )
}

export async function requireMigrated(database: Database): Promise<void> {
  const missing = await pendingMigrations(database)
  if (missing.length === 0) return
  throw new CommandFailed(
    `${missing.length} migrations are pending. Start the server, or run: npm run foyer -- migrate`,
  )
}
