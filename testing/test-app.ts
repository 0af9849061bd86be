import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { type Assets, productionAssets } from '#app/http/inertia/assets.ts'
import type { App } from '#app/http/server/app-type.ts'
import { jobHandlers } from '#app/job-handlers.ts'
import { createClock } from '#app/platform/clock/adjustable-clock.ts'
import { type Config, readConfig } from '#app/platform/config/config.ts'
import { type Keyring, createKeyring } from '#app/platform/crypto/keyring.ts'
import type { ConnectOptions, Database, Db } from '#app/platform/db/connect.ts'
import { setSigningKeys } from '#app/platform/event-log/signing-keys.ts'
import { type JobRunner, jobRunner } from '#app/platform/jobs/job-runner.ts'
import { mailFolder, readMail, readMailbox } from '#app/platform/mail/dev-mailbox.ts'
import { memoryRateLimits } from '#app/platform/rate-limit/rate-limits.ts'
import { buildApp } from '#app/server/build-app.ts'

import './cheap-password-hashes.ts'
import { TestBrowser } from './test-browser.ts'
import { TestClock } from './test-clock.ts'
import { createTestDatabase, type Owner } from './test-database.ts'

/** The whole app on an empty database, for one test. */
export class TestApp {
  readonly app: App
  readonly jobs: JobRunner
  readonly clock: TestClock

  constructor(app: App, jobs: JobRunner, clock: TestClock) {
    this.app = app
    this.jobs = jobs
    this.clock = clock
  }

  get db(): Db {
    return this.app.db
  }

  get config(): Config {
    return this.app.config
  }

  /** A new browser without cookies and, unless one is given, with its own IP address. */
  browser(ipAddress?: string): TestBrowser {
    return new TestBrowser(this.app, ipAddress)
  }

  /** Sends pending mail. @returns all sent mails, newest first */
  async mails() {
    await this.jobs.runDue()
    const folder = mailFolder(this.config.mailUrl)
    const all = await Promise.all((await readMailbox(folder)).map(({ id }) => readMail(folder, id)))
    return all.filter((mail) => mail !== null)
  }

  /**
   * The recorded events, in order.
   *
   * @param typePrefix  a type such as `session.ended`, or a prefix such as `token.`
   */
  async events(
    typePrefix = '',
  ): Promise<{ seq: number; type: string; ip: string | null; data: Data }[]> {
    const rows = await this.db
      .selectFrom('events')
      .select(['seq', 'type', 'ip', 'data'])
      .where('type', 'like', `${typePrefix}%`)
      .orderBy('seq')
      .orderBy('user_id')
      .execute()
    return rows.map((row) => ({ ...row, data: JSON.parse(row.data) }))
  }

  /** The path of the first `/email/` link in the newest mail. */
  async linkInMail(): Promise<string> {
    const [mail] = await this.mails()
    const link = mail?.text.match(/https?:\/\/\S+\/email\/\S+/)?.[0]
    if (!link) throw new Error(`No link in the newest mail: ${mail?.text}`)
    return new URL(link).pathname
  }
}

type Data = Record<string, unknown>

/** @param existingDatabase  used instead of a new database */
export async function createTestApp(
  t: Owner,
  variables: Record<string, string> = {},
  options: ConnectOptions = {},
  existingDatabase?: Database,
  testClock = new TestClock(),
): Promise<TestApp> {
  const storageDir = await mkdtemp(join(tmpdir(), 'foyer-test-'))
  await writeKeyFiles(storageDir)
  const config = readConfig({ STORAGE_DIR: storageDir, LOG_LEVEL: 'fatal', ...variables })
  const clock = createClock(config, testClock)
  const database: Database = existingDatabase ?? (await createTestDatabase(t, options))
  const keys: Keyring = createKeyring(config.appKeys)
  setSigningKeys(database.db, keys)
  const limits = memoryRateLimits({ clock })
  const services = { config, clock, database, keys, limits, assets: await loadBuiltAssets() }
  const app = await buildApp(services)
  const handlers = jobHandlers(services)
  const jobs = jobRunner({ database, keys, handlers, clock, log: app.log })

  t.after(async () => {
    await app.close()
    await rm(storageDir, { recursive: true, force: true })
  })
  return new TestApp(app, jobs, testClock)
}

/** The same for all apps of a process, which can read what another has encrypted. */
const keyFiles = ['app.key', 'channels.key'].map((name) => ({
  name,
  text: `${randomBytes(32).toString('base64')}\n`,
}))

/** As at the first start, but without waiting for the disk. */
async function writeKeyFiles(storageDir: string): Promise<void> {
  for (const { name, text } of keyFiles)
    await writeFile(join(storageDir, name), text, { mode: 0o600 })
}

let assets: Promise<Assets> | undefined

/** The real bundles, as `npm start` builds them. */
function loadBuiltAssets(): Promise<Assets> {
  assets ??= productionAssets(join(import.meta.dirname, '../dist'))
  return assets
}
