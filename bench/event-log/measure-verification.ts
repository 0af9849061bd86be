import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { accountLog } from '#app/log-integrity/account-log-store.ts'
import { verifyNextEvents } from '#app/log-integrity/verify-next-events.ts'
import { createUserAccount } from '#app/platform/auth/create-user-account.ts'
import { createKeyring } from '#app/platform/crypto/keyring.ts'
import { connect } from '#app/platform/db/connect.ts'
import { migrate } from '#app/platform/db/migrate.ts'
import { recordEvent } from '#app/platform/event-log/record-event.ts'
import { allSigningKeys, setSigningKeys } from '#app/platform/event-log/signing-keys.ts'
import { emptyProfile } from '#app/profile-fields.ts'

const events = Number(process.env['EVENTS'] ?? 100_000)
const batchSize = 1000

export interface VerificationResult {
  events: number
  seconds: number
  /** Bytes the process grew by while verifying the first tenth, and afterwards. */
  growthInFirstTenth: number
  growthAfterwards: number
}

/** Verifies one long event log, as `history:verify` does, and measures memory growth. */
export async function measureVerification(): Promise<VerificationResult> {
  const storage = await mkdtemp(join(tmpdir(), 'foyer-bench-'))
  const database = await connect(`sqlite:${join(storage, 'bench.sqlite')}`)
  const { db } = database
  try {
    await migrate(database)
    const keys = createKeyring({ current: Buffer.alloc(32, 'bench'), previous: [] })
    setSigningKeys(db, keys)
    const origin = { ip: '192.0.2.1', userAgent: 'Firefox/142.0 on Linux', now: Date.now() }
    const profile = { name: 'Ada', email: 'ada@example.com', isVerified: false, locale: null }
    const versions = { password_hash: 'none', terms: null, policy: null }
    const userId = await db
      .transaction()
      .execute((tx) => createUserAccount(tx, keys, origin, { ...profile, ...versions }))
    if (!userId) throw new Error('The account already exists')
    const account = { ...origin, userId, sessionId: null }
    const name = (turn: number) => ({ ...emptyProfile, name: `Ada ${turn}` })
    for (let from = 1; from < events; from += batchSize) {
      await db.transaction().execute(async (tx) => {
        for (let index = from; index < Math.min(events, from + batchSize); index++)
          await recordEvent(tx, account, 'profile.updated', {
            before: name(index - 1),
            after: name(index),
          })
      })
    }
    return await verifyAll()

    async function verifyAll(): Promise<VerificationResult> {
      const keys = await allSigningKeys(db)
      const [start, began] = [process.memoryUsage.rss(), performance.now()]
      let rssAtTenth = 0
      let step = await verifyNextEvents(db, accountLog(account.userId), {
        from: 0,
        count: batchSize,
        keys,
      })
      while (!step.isDone) {
        if (step.verifiedTo <= events / 10) rssAtTenth = process.memoryUsage.rss()
        step = await verifyNextEvents(db, accountLog(account.userId), {
          from: step.verifiedTo,
          count: batchSize,
          keys,
        })
      }
      if (step.broken) throw new Error(`Event ${step.broken.seq} is ${step.broken.fault}.`)
      return {
        events: step.verifiedTo,
        seconds: (performance.now() - began) / 1000,
        growthInFirstTenth: rssAtTenth - start,
        growthAfterwards: process.memoryUsage.rss() - rssAtTenth,
      }
    }
  } finally {
    await database.close()
    await rm(storage, { recursive: true, force: true })
  }
}
