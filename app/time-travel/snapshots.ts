import { createHmac, hash, timingSafeEqual } from 'node:crypto'
import { readFileSync } from 'node:fs'

import type { AccountState } from '#app/account-events.ts'
import { emptyAccount } from '#app/account-state.ts'
import { histories } from '#app/features.ts'
import { linkLifetimeMs } from '#app/platform/auth/limits.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { trustEndingTypes } from '#app/platform/event-log/forget-trusted-devices.ts'
import { genesisHash } from '#app/platform/event-log/hash-chain.ts'
import { knownSigningKeys } from '#app/platform/event-log/signing-keys.ts'
import { projectFile } from '#app/platform/lib/project-file.ts'

/** The account's state after an event. */
export interface Snapshot {
  seq: number
  /** The event's chain hash, which binds the snapshot to this exact history. */
  hash: string
  state: AccountState
}

const foldSources = ['app/time-travel/fold.ts', 'app/platform/lib/rows-by-id.ts']

/** Digest of all that determines an account's state: source of the fold, reducers by event type, lifetime of links, empty account. */
export function foldDigest(reducersOfFeatures: readonly object[]): string {
  const sources = foldSources.map((file) => readFileSync(projectFile(file), 'utf8'))
  const reducers = reducersOfFeatures.flatMap((it) => Object.entries(it).map(String))
  const inputs = [...sources, ...reducers, trustEndingTypes, linkLifetimeMs, emptyAccount]
  return hash('sha256', JSON.stringify(inputs), 'hex')
}

/** Snapshots of another version are ignored. */
export const foldVersion = foldDigest(histories.map(({ reducers }) => reducers))

/**
 * The last snapshot up to an event. If its signature, fold version or event hash does not match, returns the empty account
 * at event 0.
 */
export async function nearestSnapshot(db: Db, userId: string, seq: number): Promise<Snapshot> {
  const row = await db
    .selectFrom('account_snapshots as snapshot')
    .leftJoin('events', (join) =>
      join
        .onRef('events.user_id', '=', 'snapshot.user_id')
        .onRef('events.seq', '=', 'snapshot.seq'),
    )
    .select(['snapshot.seq', 'snapshot.state', 'snapshot.signature', 'events.hash'])
    .where('snapshot.user_id', '=', userId)
    .where('snapshot.seq', '<=', seq)
    .orderBy('snapshot.seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  const isValid = row && hasValidSignature(db, { userId, ...row, hash: row.hash ?? '' })
  return isValid
    ? { seq: row.seq, hash: row.hash ?? '', state: JSON.parse(row.state) }
    : { seq: 0, hash: genesisHash(userId), state: emptyAccount }
}

export async function saveSnapshots(db: Db, userId: string, snapshots: Snapshot[]): Promise<void> {
  if (snapshots.length === 0) return
  const rows = snapshots.map(({ seq, hash: eventHash, state: accountState }) => {
    const state = JSON.stringify(accountState)
    return {
      user_id: userId,
      seq,
      state,
      signature: signSnapshot(db, { userId, seq, hash: eventHash, state }),
    }
  })
  await db
    .insertInto('account_snapshots')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'seq']).doUpdateSet(({ ref }) => ({
        state: ref('excluded.state'),
        signature: ref('excluded.signature'),
      })),
    )
    .execute()
}

interface SignedContent {
  userId: string
  seq: number
  hash: string
  state: string
}

function signSnapshot(db: Db, snapshot: SignedContent): string {
  const [keyName, key] = knownSigningKeys(db).entries().next().value ?? []
  return keyName && key ? `${keyName}.${snapshotMac(key, snapshot)}` : ''
}

function hasValidSignature(
  db: Db,
  { signature, ...snapshot }: SignedContent & { signature: string },
): boolean {
  const [keyName = '', encodedMac = ''] = signature.split('.')
  const key = knownSigningKeys(db).get(keyName)
  if (!key) return false
  const [expected, found] = [Buffer.from(snapshotMac(key, snapshot)), Buffer.from(encodedMac)]
  return expected.length === found.length && timingSafeEqual(expected, found)
}

function snapshotMac(key: Buffer, { userId, seq, hash: eventHash, state }: SignedContent): string {
  return createHmac('sha256', key)
    .update(`foyer-1 snapshot\n${JSON.stringify([foldVersion, userId, seq, eventHash, state])}`)
    .digest('base64url')
}
