import type { AccountEvents, AccountEventType } from '#app/events.ts'

import type { Account } from './account.ts'
import { accountMessage } from './broadcast/account-message.ts'
import { broadcastRow } from './broadcast/broadcast.ts'
import { canonical } from './canonical.ts'
import {
  contentDigest,
  firstHash,
  linkHash,
  originCommitment,
  signEvent,
  signHead,
} from './chain.ts'
import type { Tx } from './db/connect.ts'
import { NotSignedIn } from './errors.ts'
import { type End, rememberEnd } from './hold-account.ts'
import { newSalt } from './origin-salt.ts'
import { recordKey } from './record-keys.ts'
import { writeEvent } from './write-event.ts'

export interface Event<Type extends AccountEventType> {
  account: Account
  type: Type
  data: AccountEvents[Type]
}

/** Adds an event to an end that is known to be ours, and tells it on the account's channel. @throws NotSignedIn when the session that acts has ended meanwhile */
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

  const row = {
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
  }
  const { origins_erased_through: originsErasedThrough } = end
  const end_signature = signHead(key, { account: userId, seq, hash, at, originsErasedThrough })
  // Whoever ends a session records that too: it is seen here, or it waits until this change is done.
  const must_live = type === 'session.ended' ? null : session
  const message = accountMessage({ ...account, now: at }, { type, sequence: seq, data })
  const told = broadcastRow(message, account.now)
  const next = await writeEvent(tx, row, { end_signature, must_live }, told)
  if (!next) throw new NotSignedIn()
  rememberEnd(tx, next)
  return next
}
