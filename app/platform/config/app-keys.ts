import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'

import { ConfigError } from './env-reader.ts'
import { readOrCreateKeys } from './key-files.ts'

/** Reads `app.key` of the storage folder; generates it for a new installation only. The first key is the current one. */
export function readOrCreateAppKeys({
  storageDir,
  databaseUrl,
}: {
  storageDir: string
  databaseUrl: string
}): Buffer[] {
  const path = join(storageDir, 'app.key')
  if (!existsSync(path) && databaseHasData(databaseUrl))
    throw new ConfigError([missingKeyMessage(path)])
  const keys = withStorageErrors(() => readOrCreateKeys(storageDir, 'app.key'))
  if (keys.every(({ length }) => length === 32)) return keys
  throw storageError(
    `${path} does not hold 32 bytes in base64. Put the right key back from a backup.`,
  )
}

/** Data encrypted with a lost key is unreadable, so a key is generated only for a new database. */
function missingKeyMessage(path: string): string {
  return `APP_KEY is missing: there is a database, but not its key ${path}. Put the key back from a backup, or set APP_KEY.`
}

/** SQLite only; `keyMatchesDatabase` checks PostgreSQL after connecting. */
function databaseHasData(url: string): boolean {
  const path = url.replace(/^sqlite:/, '')
  return path !== url && (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > 0
}

export function withStorageErrors<T>(use: () => T): T {
  try {
    return use()
  } catch (error) {
    throw storageError(error instanceof Error ? `${error.message}.` : 'it cannot be created.')
  }
}

function storageError(why: string): ConfigError {
  return new ConfigError([`STORAGE_DIR cannot be used: ${why}`])
}
