import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { productionAssets } from '#app/http/inertia/assets.ts'
import type { App } from '#app/http/server/app-type.ts'
import { systemClock as clock } from '#app/platform/clock/clock.ts'
import { readConfig } from '#app/platform/config/config.ts'
import { createKeyring } from '#app/platform/crypto/keyring.ts'
import { connect } from '#app/platform/db/connect.ts'
import { migrate } from '#app/platform/db/migrate.ts'
import { setSigningKeys } from '#app/platform/event-log/signing-keys.ts'
import { createFileStore } from '#app/platform/files/file-store.ts'
import { memoryRateLimits } from '#app/platform/rate-limit/rate-limits.ts'
import { buildApp } from '#app/server/build-app.ts'
import { signIn } from '#bench/sign-in.ts'
import { createLongHistory } from '#bench/time-travel/create-long-history.ts'
import { freePort } from '#testing/free-port.ts'

import { buildEmptyPage } from './build-empty-page.ts'

const eventCount = 200

export interface PhoneServer {
  origin: string
  /** A session of an account with a history. */
  cookie: { name: string; value: string }
  stop(): Promise<void>
}

/** Starts the application in this process, with one route more: the empty page. */
export async function startServer(emptyPagePath: string): Promise<PhoneServer> {
  const storage = await mkdtemp(join(tmpdir(), 'foyer-bench-'))
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const config = readConfig({ STORAGE_DIR: storage, LOG_LEVEL: 'fatal', APP_URL: origin })
  const database = await connect(`sqlite:${join(storage, 'bench.sqlite')}`)
  await migrate(database)
  const keys = createKeyring(config.appKeys)
  setSigningKeys(database.db, keys)
  const builtAssets = await productionAssets(join(import.meta.dirname, '../../dist'))
  const sendEmptyPage = await buildEmptyPage(join(storage, 'empty-page'))
  const assets = {
    ...builtAssets,
    async mount(app: App) {
      await builtAssets.mount(app)
      sendEmptyPage(app, emptyPagePath)
    },
  }
  const limits = memoryRateLimits({ clock })
  const files = await createFileStore(config)
  const app = await buildApp({ config, clock, database, keys, limits, files, assets })
  const userId = await createLongHistory(app, eventCount, clock.now())
  const cookie = { name: app.cookieNames.session, value: await signIn(app, userId) }
  await app.listen({ port, host: '127.0.0.1' })
  return {
    origin,
    cookie,
    async stop() {
      await app.close()
      await database.close()
      await rm(storage, { recursive: true, force: true })
    },
  }
}
