import type { SealFault, SealStep } from '#app/pages.ts'
import {
  type ChainKeys,
  contentDigest,
  eventWorth,
  linkHash,
  originCommitment,
} from '#app/platform/chain.ts'
import type { EventsTable } from '#app/platform/db/schema.ts'

export type Break = NonNullable<SealStep['broken']>

/** How far a record was found whole. */
export interface Verified {
  seq: number
  /** Of the last event; `firstHash` before the first. */
  hash: string
}

/** Whose record it is, and what it is checked with. */
export interface Checking {
  account: string
  keys: ChainKeys
  originsErasedThrough: number
}

export const checkedColumns = [
  'seq',
  'type',
  'data',
  'at',
  'session_id',
  'ip',
  'user_agent',
  'origin_salt',
  'origin_commitment',
  'content_digest',
  'hash',
  'signature',
] as const satisfies (keyof EventsTable)[]

export type Row = Pick<EventsTable, (typeof checkedColumns)[number]>

/** Null when the event is as we wrote it, right behind what was verified. */
export function faultOf(row: Row, before: Verified, checking: Checking): SealFault | null {
  const seq = before.seq + 1
  if (row.seq !== seq) return 'missing'
  const worth = worthAt(row, seq, checking)
  if (worth !== 'genuine') return worth
  if (!isAsWritten(row, checking)) return 'altered'
  const { at } = row
  const link = { account: checking.account, seq, at, previous: before.hash, content: digestOf(row) }
  // Of what its hash is made of, the rest was found to be right.
  if (linkHash(link) !== row.hash) return 're-dated'
  return row.type === 'record.broken' ? 'truncated' : null
}

/** Whether it is the event that we wrote as this number, wherever it stands now. */
export function worthAt(row: Row, seq: number, { account, keys }: Checking) {
  const { hash, signature } = row
  return eventWorth(
    keys,
    { account, seq, content: digestOf(row), hash: hash ?? '' },
    signature ?? '',
  )
}

function digestOf({ content_digest }: Row): string {
  return content_digest ?? ''
}

function isAsWritten(row: Row, checking: Checking): boolean {
  const { type, session_id: session, origin_commitment: origin } = row
  const data = parsed(row.data)
  if (data === undefined) return false
  const isSame = contentDigest({ type, data, session, origin }) === row.content_digest
  return isSame && isOriginAsWritten(row, checking)
}

/** What may be erased is there as it was written, or was erased by us. */
function isOriginAsWritten(row: Row, { originsErasedThrough }: Checking): boolean {
  const { ip, user_agent: userAgent, origin_salt: salt, origin_commitment: commitment } = row
  if (salt !== null) return originCommitment({ ip, userAgent }, salt) === commitment
  const isNone = ip === null && userAgent === null
  return isNone && (commitment === null || row.seq <= originsErasedThrough)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
