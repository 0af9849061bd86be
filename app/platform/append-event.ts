import { sql } from 'kysely'

import type { AccountEvents, AccountEventType } from '#app/events.ts'

import type { Account } from './account.ts'
import { canonical } from './canonical.ts'
import {
  contentDigest,
  firstHash,
  linkHash,
  originCommitment,
  signEvent,
  signHead,
} from './chain.ts'
import type { Db, Tx } from './db/connect.ts'
import { prepared } from './db/prepared.ts'
import { NotSignedIn } from './errors.ts'
import { newSalt } from './origin-salt.ts'
import { recordKey } from './record-keys.ts'

export interface Event<Type extends AccountEventType> {
  account: Account
  type: Type
  data: AccountEvents[Type]
}

/** Where the record ends, as the account's row says. The row is held. */
export type End = Awaited<ReturnType<typeof moveEnd>>[number]

/** Adds an event to an end that is known to be ours. @throws NotSignedIn when the session that acts has ended meanwhile */
export async function append<Type extends AccountEventType>(
  tx: Tx,
  end: End,
  { account, type, data }: Event<Type>,
): Promise<End> {
  const { userId, sessionId: session, ip, userAgent } = account
  const key = recordKey(tx)
  const salt = ip === null && userAgent === null ? null : newSalt()
  const origin = salt && originCommitment({ ip, userAgent }, salt)
  const content = contentDigest({ type, data, session, origin })
  const seq = end.event_count + 1
  // The clock may have been set back meanwhile, the record goes on.
  const at = Math.max(account.now, end.recorded_at ?? 0)
  const previous = end.record_head ?? firstHash(userId)
  const hash = linkHash({ account: userId, seq, at, previous, content })

  await insertEvent(tx, {
    user_id: userId,
    seq,
    type,
    data: canonical(data),
    at,
    session_id: session,
    ip,
    user_agent: userAgent,
    origin_salt: salt,
    origin_commitment: origin,
    content_digest: content,
    hash,
    signature: signEvent(key, { account: userId, seq, content, hash }),
  })

  const { origins_erased_through: originsErasedThrough } = end
  const [next] = await moveEnd(tx, {
    userId,
    seq,
    hash,
    at,
    signature: signHead(key, { account: userId, seq, hash, at, originsErasedThrough }),
    // Whoever ends a session records that too: it is seen here, or it waits until this change is done.
    mustLive: type === 'session.ended' ? null : session,
  })
  if (!next) throw new NotSignedIn()
  return next
}

const insertEvent = prepared((db: Db, event: Row) => db.insertInto('events').values(event))

type Row = {
  user_id: string
  seq: number
  type: string
  data: string
  at: number
  session_id: string | null
  ip: string | null
  user_agent: string | null
  origin_salt: string | null
  origin_commitment: string | null
  content_digest: string
  hash: string
  signature: string
}

type Move = {
  userId: string
  seq: number
  hash: string
  at: number
  signature: string
  mustLive: string | null
}

const moveEnd = prepared((db: Db, { userId, seq, hash, at, signature, mustLive }: Move) =>
  db
    .updateTable('users')
    .set({ event_count: seq, record_head: hash, recorded_at: at, record_signature: signature })
    .where('id', '=', userId)
    .where(({ or, exists, selectFrom }) =>
      or([
        sql<boolean>`cast(${mustLive} as text) is null`,
        exists(selectFrom('sessions').select('id').where('id', '=', mustLive)),
      ]),
    )
    .returning(['id', 'event_count', 'record_head', 'recorded_at', 'record_signature'])
    .returning('origins_erased_through'),
)
