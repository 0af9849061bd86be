import {
  type SigningKeys,
  contentDigest,
  eventSignatureStatus,
  eventHash,
  clientDataCommitment,
} from '#app/platform/event-log/hash-chain.ts'
import { breakTypes, type StoredEvent } from '#app/platform/event-log/log-store.ts'

import type { IntegrityFault, IntegrityCheck } from './pages.ts'

export type LocatedFault = NonNullable<IntegrityCheck['broken']>

/** The last event of the verified part of an event log. */
export interface VerifiedPosition {
  seq: number
  /** `genesisHash` before the first event. */
  hash: string
}

export interface CheckContext {
  logId: string
  keys: SigningKeys
  originsErasedThrough: number
}

/** Checks an event against the one before it. @returns null when it is unchanged and in its place */
export function checkEvent(
  row: StoredEvent,
  previous: VerifiedPosition,
  checkContext: CheckContext,
): IntegrityFault | null {
  const seq = previous.seq + 1
  if (row.seq !== seq) return 'missing'
  const status = signatureStatusAt(row, seq, checkContext)
  if (status !== 'genuine') return status
  if (!matchesContentHash(row, checkContext)) return 'altered'
  const { at } = row
  const link = {
    logId: checkContext.logId,
    seq,
    at,
    previous: previous.hash,
    content: storedContentHash(row),
  }
  // Everything else that the hash covers is verified above, so the time was changed.
  if (eventHash(link) !== row.hash) return 're-dated'
  return breakTypes.includes(row.type) ? 'truncated' : null
}

/** Whether we signed this event as number `seq`, whatever its number is now. */
export function signatureStatusAt(row: StoredEvent, seq: number, { logId, keys }: CheckContext) {
  const { hash, signature } = row
  return eventSignatureStatus(
    keys,
    { logId, seq, content: storedContentHash(row), hash: hash ?? '' },
    signature ?? '',
  )
}

function storedContentHash({ content_digest }: StoredEvent): string {
  return content_digest ?? ''
}

function matchesContentHash(row: StoredEvent, checkContext: CheckContext): boolean {
  const { type, session_id: session, origin_commitment: origin } = row
  const data = parseJson(row.data)
  if (data === undefined) return false
  const isUnchanged = contentDigest({ type, data, session, origin }) === row.content_digest
  return isUnchanged && matchesClientDataCommitment(row, checkContext)
}

/** Whether the client data is unchanged, or was erased by us. */
function matchesClientDataCommitment(
  row: StoredEvent,
  { originsErasedThrough }: CheckContext,
): boolean {
  const { ip, user_agent: userAgent, country } = row
  const { origin_salt: salt, origin_commitment: commitment } = row
  if (salt !== null) return clientDataCommitment({ ip, userAgent, country }, salt) === commitment
  const isErased = ip === null && userAgent === null && country === null
  return isErased && (commitment === null || row.seq <= originsErasedThrough)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
