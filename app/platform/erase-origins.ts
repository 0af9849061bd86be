import { signHead } from './chain.ts'
import type { Db, Tx } from './db/connect.ts'
import { inTransaction } from './db/in-transaction.ts'
import { type End, heldEnd, rememberEnd } from './hold-account.ts'
import { isOurEnd } from './is-our-end.ts'
import { recordKey } from './record-keys.ts'

const atOnce = 500

/**
 * Erases from where and with which browser events were caused that are older than this. What the chain holds of them tells
 * nothing, and stays: the record is as whole as before. It looks at one event of each account, so once a day is enough.
 *
 * @param before  Unix milliseconds
 */
export async function eraseOrigins(db: Db, before: number): Promise<void> {
  for (let after: string | undefined = ''; after !== undefined;) {
    const accounts = await firstWithOrigin(db, after)
    for (const { id, at } of accounts) {
      if (at !== null && at < before) await inTransaction(db, (tx) => eraseOf(tx, id, before))
    }
    after = accounts.at(-1)?.id
  }
}

/** Accounts, and when the first event happened that is not erased yet. */
function firstWithOrigin(db: Db, after: string) {
  return db
    .selectFrom('users')
    .leftJoin('events', (join) =>
      join
        .onRef('events.user_id', '=', 'users.id')
        .on('events.seq', '=', ({ ref, eb }) => eb(ref('users.origins_erased_through'), '+', 1)),
    )
    .select(['users.id', 'events.at'])
    .where('users.id', '>', after)
    .where('users.record_head', 'is not', null)
    .orderBy('users.id')
    .limit(atOnce)
    .execute()
}

async function eraseOf(tx: Tx, account: string, before: number): Promise<void> {
  const end = await heldEnd(tx, account)
  // To sign it would be to say that it is ours.
  if (!(await isOurEnd(tx, end))) return
  const last = await tx
    .selectFrom('events')
    .select(({ fn }) => fn.max('seq').as('seq'))
    .where('user_id', '=', account)
    .where('at', '<', before)
    .executeTakeFirst()
  if (last?.seq) await eraseThrough(tx, end, last.seq)
}

async function eraseThrough(tx: Tx, end: End, through: number): Promise<void> {
  const { id: account, event_count: seq, record_head: hash, recorded_at: at } = end
  await tx
    .updateTable('events')
    .set({ ip: null, user_agent: null, origin_salt: null })
    .where('user_id', '=', account)
    .where('seq', '<=', through)
    .where('origin_salt', 'is not', null)
    .execute()
  const head = { account, seq, hash: hash ?? '', at: at ?? 0, originsErasedThrough: through }
  const moved = { origins_erased_through: through, record_signature: signHead(recordKey(tx), head) }
  await tx.updateTable('users').set(moved).where('id', '=', account).execute()
  rememberEnd(tx, { ...end, ...moved })
}
