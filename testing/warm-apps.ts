import { setSigningKeys } from '#app/platform/event-log/signing-keys.ts'
import type { JobRunner } from '#app/platform/jobs/job-runner.ts'

import { type AppParts, assembleApp, emptyStorage } from './assemble-app.ts'
import { atEndOfProcess } from './end-of-process.ts'
import { TestClock } from './test-clock.ts'
import { createWarmDatabase, type Owner, type WarmDatabase } from './test-database.ts'

/** An app that tests use one after another, so that only the first waits for queries to be compiled and statements prepared. */
class WarmApp {
  readonly parts: AppParts
  readonly #database: WarmDatabase
  readonly #values: unknown[]
  #jobs: JobRunner | undefined

  constructor(parts: AppParts, database: WarmDatabase) {
    this.parts = parts
    this.#database = database
    this.#values = this.#currentValues()
    parts.app.server.listen = () => {
      throw new Error('A test that listens needs an app of its own: buildTestApp')
    }
  }

  lend(): AppParts & { jobs: JobRunner } {
    this.#jobs = this.parts.createRunner()
    return { ...this.parts, jobs: this.#jobs }
  }

  /** Removes what the last test left. @returns false if it has changed the app itself, the schema or the keys */
  async reset(): Promise<boolean> {
    const { app, clock } = this.parts
    await this.#jobs?.stop(1000)
    await Promise.all(app.afterResponseTasks)
    await app.storeTokenUses()
    await app.limits.close()
    clock.set(Date.now())
    if (app.outboxRelay.isStalled || !isSame(this.#currentValues(), this.#values)) return false
    setSigningKeys(app.db, app.keys)
    return emptyStorage(app.config.storageDir) && (await this.#database.empty())
  }

  async close(): Promise<void> {
    await this.parts.close()
    await this.#database.remove()
  }

  /** Parts that a test may replace. Closing the app ends its subscription to commits. */
  #currentValues(): unknown[] {
    const { app } = this.parts
    const objects = [app, app.limits, app.keys, app.database, app.realtimeServer, app.assets]
    return [
      JSON.stringify(app.config),
      this.#database.unsubscribers.size,
      ...objects
        .flatMap((object) => Object.values(Object.getOwnPropertyDescriptors(object)))
        .map(({ value }) => value),
    ]
  }
}

function isSame(values: unknown[], others: unknown[]): boolean {
  return values.length === others.length && values.every((value, at) => value === others[at])
}

const reusable: WarmApp[] = []
atEndOfProcess(() => Promise.all(reusable.splice(0).map((warmApp) => warmApp.close())))

/** Lends an app until the test ends. It is emptied for the next test, since a test may use it in its own `after` too. */
export async function borrowApp(t: Owner): Promise<AppParts & { jobs: JobRunner }> {
  const warmApp = (await takeReusable()) ?? (await createWarmApp())
  t.after(() => void reusable.push(warmApp))
  return warmApp.lend()
}

async function takeReusable(): Promise<WarmApp | undefined> {
  for (let warmApp = reusable.pop(); warmApp; warmApp = reusable.pop()) {
    if (await warmApp.reset().catch(() => false)) return warmApp
    await warmApp.close()
  }
}

async function createWarmApp(): Promise<WarmApp> {
  const database = await createWarmDatabase()
  return new WarmApp(await assembleApp(database.database, new TestClock()), database)
}
