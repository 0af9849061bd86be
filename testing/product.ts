import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'

import { buildApp } from '#app/build-app.ts'
import type { App } from '#app/http/app.ts'
import { type Assets, builtAssets } from '#app/http/assets.ts'
import { jobHandlers } from '#app/jobs.ts'
import { type Config, readConfig } from '#app/platform/config.ts'
import type { ConnectOptions, Database, Db } from '#app/platform/db/connect.ts'
import { type JobRunner, jobRunner } from '#app/platform/jobs/job-runner.ts'
import { type Keyring, keyring } from '#app/platform/keys.ts'
import { mailFolder, readMail, readMailbox } from '#app/platform/mail/mailbox.ts'
import { clockOf } from '#app/platform/movable-clock.ts'
import { cost } from '#app/platform/password-hash.ts'
import { memoryRateLimits } from '#app/platform/rate-limits.ts'
import { recordWith } from '#app/platform/record-keys.ts'
import { Browser } from '#testing/browser.ts'
import { freshDatabase } from '#testing/database.ts'
import { TestClock } from '#testing/test-clock.ts'

// What a hash costs in earnest is seen in app/platform/password-hash.test.ts, by servers and in the browser; here thousands
// of passwords are in nobody's danger.
cost.memory = 256

/** The whole product on an empty database, for one test. */
export class Product {
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

  /** A new browser with no cookies; each has an address of its own. */
  browser(): Browser {
    return new Browser(this.app)
  }

  /** The mails that have been sent, newest first, after letting what waits go out. */
  async mails() {
    await this.jobs.runDue()
    const folder = mailFolder(this.config.mailUrl)
    const all = await Promise.all((await readMailbox(folder)).map(({ id }) => readMail(folder, id)))
    return all.filter((mail) => mail !== null)
  }

  /**
   * What the records say, in order.
   *
   * @param kind  how their types begin: `session.ended`, or `token.` for all about tokens
   */
  async events(kind = ''): Promise<{ seq: number; type: string; ip: string | null; data: Data }[]> {
    const rows = await this.db
      .selectFrom('events')
      .select(['seq', 'type', 'ip', 'data'])
      .where('type', 'like', `${kind}%`)
      .orderBy('seq')
      .orderBy('user_id')
      .execute()
    return rows.map((row) => ({ ...row, data: JSON.parse(row.data) }))
  }

  /** The path of the first link of ours in the newest mail. */
  async linkInMail(): Promise<string> {
    const [mail] = await this.mails()
    const link = mail?.text.match(/https?:\/\/\S+\/email\/\S+/)?.[0]
    if (!link) throw new Error(`No link in the newest mail: ${mail?.text}`)
    return new URL(link).pathname
  }
}

type Data = Record<string, unknown>

/** @param given  on this database instead of one of its own */
export async function product(
  t: TestContext,
  variables: Record<string, string> = {},
  options: ConnectOptions = {},
  given?: Database,
): Promise<Product> {
  const storage = await mkdtemp(join(tmpdir(), 'foyer-test-'))
  const config = readConfig({ STORAGE_DIR: storage, LOG_LEVEL: 'fatal', ...variables })
  const real = new TestClock()
  const clock = clockOf(config, real)
  const database: Database = given ?? (await freshDatabase(t, options))
  const keys: Keyring = keyring(config.appKeys)
  recordWith(database.db, keys)
  const limits = memoryRateLimits({ clock })
  const parts = { config, clock, database, keys, limits, assets: await built() }
  const app = await buildApp(parts)
  const handlers = jobHandlers(parts)
  const jobs = jobRunner({ database, keys, handlers, clock, log: app.log })

  t.after(async () => {
    await app.close()
    await rm(storage, { recursive: true, force: true })
  })
  return new Product(app, jobs, real)
}

let loaded: Promise<Assets> | undefined

/** The real bundles, as `npm start` builds them. */
function built(): Promise<Assets> {
  loaded ??= builtAssets(join(import.meta.dirname, '../dist'))
  return loaded
}
