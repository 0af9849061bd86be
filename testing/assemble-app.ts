import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { Attribute } from '#app/attributes.ts'
import { type Assets, productionAssets } from '#app/http/inertia/assets.ts'
import type { App } from '#app/http/server/app-type.ts'
import { handlersOf, jobsByKind } from '#app/job-handlers.ts'
import { createClock } from '#app/platform/clock/adjustable-clock.ts'
import { readConfig } from '#app/platform/config/config.ts'
import { readKeys } from '#app/platform/config/key-files.ts'
import { createKeyring } from '#app/platform/crypto/keyring.ts'
import type { Database } from '#app/platform/db/connect.ts'
import { setSigningKeys } from '#app/platform/event-log/signing-keys.ts'
import { createFileStore } from '#app/platform/files/file-store.ts'
import { type JobRunner, jobRunner } from '#app/platform/jobs/job-runner.ts'
import { memoryRateLimits } from '#app/platform/rate-limit/rate-limits.ts'
import { buildApp } from '#app/server/build-app.ts'

import './cheap-password-hashes.ts'
import type { TestClock } from './test-clock.ts'

export interface AppParts {
  app: App
  clock: TestClock
  createRunner(): JobRunner
  close(): Promise<void>
}

/** The application as a server starts it, but without its own database and port. */
export async function assembleApp(
  database: Database,
  clock: TestClock,
  variables: Record<string, string> = {},
  attributes?: readonly Attribute[],
): Promise<AppParts> {
  const storageDir = mkdtempSync(join(tmpdir(), 'foyer-test-'))
  writeKeyFiles(storageDir)
  const config = readConfig({
    STORAGE_DIR: storageDir,
    LOG_LEVEL: 'fatal',
    // Most tests sign in from new browsers; those of the code turn it on.
    NEW_DEVICE_CODE: '0',
    ...variables,
  })
  const appClock = createClock(config, clock)
  const keys = createKeyring(config.appKeys, () => readKeys(join(storageDir, 'app.key')) ?? [])
  setSigningKeys(database.db, keys)
  const limits = memoryRateLimits({ clock: appClock })
  const services = {
    config,
    clock: appClock,
    database,
    keys,
    limits,
    files: await createFileStore(config),
    assets: await loadBuiltAssets(),
    ...(attributes && { attributes }),
  }
  const app = await buildApp(services)
  const handlers = handlersOf(jobsByKind(services))
  return {
    app,
    clock,
    createRunner: () => jobRunner({ database, keys, handlers, clock: appClock, log: app.log }),
    async close() {
      await app.close()
      rmSync(storageDir, { recursive: true, force: true })
    },
  }
}

/** The key files are the same for all apps of a process, which can therefore read what another has encrypted. */
const keyFiles = ['app.key', 'channels.key'].map((name) => ({
  name,
  text: `${randomBytes(32).toString('base64')}\n`,
}))

/** Writes the key files of a first start, without waiting for the disk. */
function writeKeyFiles(storageDir: string): void {
  for (const { name, text } of keyFiles)
    writeFileSync(join(storageDir, name), text, { mode: 0o600 })
}

/** Empties the storage except for the keys. @returns false if a test has changed them */
export function emptyStorage(storageDir: string): boolean {
  const names = keyFiles.map(({ name }) => name)
  for (const entry of readdirSync(storageDir))
    if (!names.includes(entry)) rmSync(join(storageDir, entry), { recursive: true })
  return keyFiles.every(({ name, text }) => readFileSync(join(storageDir, name), 'utf8') === text)
}

let assets: Promise<Assets> | undefined

/** The real bundles, as `npm start` builds them. */
function loadBuiltAssets(): Promise<Assets> {
  assets ??= productionAssets(join(import.meta.dirname, '../dist'))
  return assets
}
