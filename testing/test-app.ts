import type { App } from '#app/http/server/app-type.ts'
import type { Config } from '#app/platform/config/config.ts'
import type { ConnectOptions, Database, Db } from '#app/platform/db/connect.ts'
import type { JobRunner } from '#app/platform/jobs/job-runner.ts'
import { mailFolder, readMail, readMailbox } from '#app/platform/mail/dev-mailbox.ts'

import { assembleApp } from './assemble-app.ts'
import { TestBrowser } from './test-browser.ts'
import { TestClock } from './test-clock.ts'
import { createTestDatabase, type Owner } from './test-database.ts'
import { borrowApp } from './warm-apps.ts'

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

/** Lends an app that other tests have used and that is empty again; with settings, creates a new one. */
export async function createTestApp(t: Owner, ...settings: Partial<AppSettings>): Promise<TestApp> {
  if (settings.length > 0) return buildTestApp(t, ...settings)
  const { app, jobs, clock } = await borrowApp(t)
  return new TestApp(app, jobs, clock)
}

type AppSettings = [
  variables: Record<string, string>,
  options: ConnectOptions,
  existingDatabase: Database | undefined,
  clock: TestClock,
]

/**
 * Creates a new app: for a test that listens, or that looks at what an app counts or remembers.
 *
 * @param existingDatabase  used instead of a new database
 */
export async function buildTestApp(
  t: Owner,
  ...[
    variables = {},
    options = {},
    existingDatabase,
    testClock = new TestClock(),
  ]: Partial<AppSettings>
): Promise<TestApp> {
  const database = existingDatabase ?? (await createTestDatabase(t, options))
  const { app, clock, createRunner, close } = await assembleApp(database, testClock, variables)
  t.after(close)
  return new TestApp(app, createRunner(), clock)
}
