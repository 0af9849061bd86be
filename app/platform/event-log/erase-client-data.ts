import { accountBatches } from '#app/platform/db/account-batches.ts'
import type { Db, Tx } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { createYielder } from '#app/platform/lib/yield-to-event-loop.ts'

import { type LogHead, lockedHead, cacheHead } from './account-row-lock.ts'
import { signHead } from './hash-chain.ts'
import { hasValidHeadSignature } from './head-signature.ts'
import { currentSigningKey } from './signing-keys.ts'

/**
 * Erases IP address, user agent and country of older events. Their commitments stay, so the log still verifies. Reads one event of
 * each account; meant to run daily.
 *
 * @param before  Unix milliseconds
 */
export async function eraseClientData(db: Db, before: number): Promise<void> {
  const yieldIfBusy = createYielder()
  for await (const accounts of accountsWithOldestClientData(db)) {
    for (const { id, at } of accounts) {
      if (at === null || at >= before) continue
      await inTransaction(db, (tx) => eraseForAccount(tx, id, before))
      await yieldIfBusy()
    }
    await yieldIfBusy()
  }
}

function accountsWithOldestClientData(db: Db) {
  return accountBatches(db, (accounts) =>
    accounts
      .leftJoin('events', (join) =>
        join
          .onRef('events.user_id', '=', 'users.id')
          .on('events.seq', '=', ({ ref, eb }) => eb(ref('users.origins_erased_through'), '+', 1)),
      )
      .select(['users.id', 'events.at'])
      .where('users.record_head', 'is not', null),
  )
}

async function eraseForAccount(tx: Tx, account: string, before: number): Promise<void> {
  const head = await lockedHead(tx, account)
  // Signing a head without a valid signature would vouch for a forged log.
  if (!(await hasValidHeadSignature(tx, head))) return
  const last = await tx
    .selectFrom('events')
    .select(({ fn }) => fn.max('seq').as('seq'))
    .where('user_id', '=', account)
    .where('at', '<', before)
    .executeTakeFirst()
  if (last?.seq) await eraseThrough(tx, head, last.seq)
}

async function eraseThrough(tx: Tx, logHead: LogHead, through: number): Promise<void> {
  const { id: account, event_count: seq, record_head: hash, recorded_at: at } = logHead
  await tx
    .updateTable('events')
    .set({ ip: null, user_agent: null, country: null, origin_salt: null })
    .where('user_id', '=', account)
    .where('seq', '<=', through)
    .where('origin_salt', 'is not', null)
    .execute()
  const head = { logId: account, seq, hash: hash ?? '', at: at ?? 0, originsErasedThrough: through }
  const updated = {
    origins_erased_through: through,
    record_signature: signHead(currentSigningKey(tx), head),
  }
  await tx.updateTable('users').set(updated).where('id', '=', account).execute()
  cacheHead(tx, { ...logHead, ...updated })
}
