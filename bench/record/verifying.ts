import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { verifyStep } from '#app/history/verify-step.ts'
import { connect } from '#app/platform/db/connect.ts'
import { migrate } from '#app/platform/db/migrate.ts'
import { keyring } from '#app/platform/keys.ts'
import { newAccount } from '#app/platform/new-account.ts'
import { everyRecordKey, recordWith } from '#app/platform/record-keys.ts'
import { record } from '#app/platform/record.ts'

const events = Number(process.env['EVENTS'] ?? 100_000)
const atOnce = 1000

export interface Verifying {
  events: number
  seconds: number
  /** What the process grew by until it had checked a tenth, and from there to the end. */
  grownAtTenth: number
  grownSince: number
}

/** Checks one long record, as `history:verify` does, and watches the memory. */
export async function verifying(): Promise<Verifying> {
  const storage = await mkdtemp(join(tmpdir(), 'foyer-bench-'))
  const database = await connect(`sqlite:${join(storage, 'bench.sqlite')}`)
  const { db } = database
  try {
    await migrate(database)
    recordWith(db, keyring({ current: Buffer.alloc(32, 'bench'), previous: [] }))
    const origin = { ip: '192.0.2.1', userAgent: 'Firefox/142.0 on Linux', now: Date.now() }
    const facts = { name: 'Ada', email: 'ada@example.com', isVerified: false, locale: null }
    const versions = { password_hash: 'none', terms: null, policy: null }
    const userId = await db
      .transaction()
      .execute((tx) => newAccount(tx, origin, { ...facts, ...versions }))
    if (!userId) throw new Error('There is such an account already.')
    const account = { ...origin, userId, sessionId: null }
    const name = (turn: number) => ({ name: `Ada ${turn}`, locale: null, timezone: null })
    for (let done = 1; done < events; done += atOnce) {
      await db.transaction().execute(async (tx) => {
        for (let at = done; at < Math.min(events, done + atOnce); at++)
          await record(tx, account, 'profile.updated', { before: name(at - 1), after: name(at) })
      })
    }
    return await checked()

    async function checked(): Promise<Verifying> {
      const keys = await everyRecordKey(db)
      const [start, began] = [process.memoryUsage.rss(), performance.now()]
      let atTenth = 0
      let step = await verifyStep(db, account.userId, { from: 0, count: atOnce, keys })
      while (!step.isDone) {
        if (step.verifiedTo <= events / 10) atTenth = process.memoryUsage.rss()
        step = await verifyStep(db, account.userId, { from: step.verifiedTo, count: atOnce, keys })
      }
      if (step.broken) throw new Error(`Event ${step.broken.seq} is ${step.broken.fault}.`)
      return {
        events: step.verifiedTo,
        seconds: (performance.now() - began) / 1000,
        grownAtTenth: atTenth - start,
        grownSince: process.memoryUsage.rss() - atTenth,
      }
    }
  } finally {
    await database.close()
    await rm(storage, { recursive: true, force: true })
  }
}
