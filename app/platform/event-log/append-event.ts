import type { AccountEvents, AccountEventType } from '#app/events.ts'
import type { Actor } from '#app/platform/actor.ts'
import type { Tx } from '#app/platform/db/connect.ts'
import { NotSignedIn } from '#app/platform/errors.ts'
import { accountMessage } from '#app/platform/realtime/account-message.ts'
import { broadcastRow } from '#app/platform/realtime/broadcast.ts'

import { type LogHead, cacheHead } from './account-row-lock.ts'
import { canonicalJson } from './canonical-json.ts'
import { newSalt } from './client-data-salt.ts'
import {
  contentDigest,
  genesisHash,
  eventHash,
  clientDataCommitment,
  signEvent,
  signHead,
} from './hash-chain.ts'
import { persistEvent } from './persist-event.ts'
import { currentSigningKey } from './signing-keys.ts'

export interface NewEvent<Type extends AccountEventType> {
  actor: Actor
  type: Type
  data: AccountEvents[Type]
}

/** Adds an event to an end that is known to be ours, and tells it on the account's channel. @throws NotSignedIn when the session that acts has ended meanwhile */
export async function appendEvent<Type extends AccountEventType>(
  tx: Tx,
  head: LogHead,
  { actor: account, type, data }: NewEvent<Type>,
): Promise<LogHead> {
  const { userId, sessionId: session, ip, userAgent } = account
  const signingKey = currentSigningKey(tx)
  const salt = ip === null && userAgent === null ? null : newSalt()
  const origin = salt && clientDataCommitment({ ip, userAgent }, salt)
  const content = contentDigest({ type, data, session, origin })
  const seq = head.event_count + 1
  // The clock may have been set back meanwhile, the record goes on.
  const at = Math.max(account.now, head.recorded_at ?? 0)
  const previous = head.record_head ?? genesisHash(userId)
  const hash = eventHash({ account: userId, seq, at, previous, content })

  const row = {
    user_id: userId,
    seq,
    type,
    data: canonicalJson(data),
    at,
    session_id: session,
    ip,
    user_agent: userAgent,
    origin_salt: salt,
    origin_commitment: origin,
    content_digest: content,
    hash,
    signature: signEvent(signingKey, { account: userId, seq, content, hash }),
  }
  const { origins_erased_through: originsErasedThrough } = head
  const end_signature = signHead(signingKey, {
    account: userId,
    seq,
    hash,
    at,
    originsErasedThrough,
  })
  // Whoever ends a session records that too: it is seen here, or it waits until this change is done.
  const must_live = type === 'session.ended' ? null : session
  const message = accountMessage({ ...account, now: at }, { type, sequence: seq, data })
  const broadcast = broadcastRow(message, account.now)
  const newHead = await persistEvent(tx, row, { end_signature, must_live }, broadcast)
  if (!newHead) throw new NotSignedIn()
  cacheHead(tx, newHead)
  return newHead
}
