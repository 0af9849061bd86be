import { canonicalJson } from './canonical-json.ts'
import {
  contentDigest,
  type EventContent,
  eventHash,
  genesisHash,
  type SignedHead,
  type SigningKey,
  signEvent,
  signHead,
} from './hash-chain.ts'

/** @param head  with an empty hash before the first event */
export function nextEvent(
  signingKey: SigningKey,
  head: SignedHead,
  { now, ...event }: EventContent & { data: object; now: number },
) {
  const { logId, originsErasedThrough } = head
  const { type, data } = event
  const seq = head.seq + 1
  // The clock may have been set back since the last event.
  const at = Math.max(now, head.at)
  const content = contentDigest(event)
  const previous = head.hash || genesisHash(logId)
  const hash = eventHash({ logId, seq, at, previous, content })
  const signature = signEvent(signingKey, { logId, seq, content, hash })
  return {
    row: { seq, type, data: canonicalJson(data), at, content_digest: content, hash, signature },
    headSignature: signHead(signingKey, { logId, seq, hash, at, originsErasedThrough }),
  }
}
