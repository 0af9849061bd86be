import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'

import type { Db } from '#app/platform/db/connect.ts'
import { type SigningKeys, erasureSignatureStatus } from '#app/platform/event-log/hash-chain.ts'
import type { LogStore } from '#app/platform/event-log/log-store.ts'

import {
  checkpointNumbers,
  checkpointsWithList,
  checkpointPartPath,
  readHeadLines,
} from './checkpoint-files.ts'
import {
  type ListedHead,
  parseHead,
  noPreviousCheckpoint,
  hashNote,
  parseCheckpoint,
} from './checkpoint-note.ts'
import { MerkleTree } from './merkle-tree.ts'

export type CheckpointFault =
  /** The note's signature is invalid. */
  | { number: number; fault: 'note not ours' }
  /** The note does not contain the hash of the previous note. */
  | { number: number; fault: 'note out of order' }
  /** The list of heads does not match the signed root, or is missing. */
  | { number: number; fault: 'list altered' | 'list missing' }
  /** The event log no longer contains the event of the listed head. */
  | { number: number; fault: 'record rewritten' | 'record gone'; id: string; seq: number }

interface CheckOptions {
  folder: string
  publicKeys: readonly Buffer[]
  keys: SigningKeys
  stores: readonly LogStore[]
  /** Checks only this log; null checks all. */
  only: string | null
}

/** Verifies the chain of notes, and every event log against all stored lists of heads. */
export async function checkCheckpoints(db: Db, options: CheckOptions): Promise<CheckpointFault[]> {
  const { folder, publicKeys } = options
  const faults: CheckpointFault[] = []
  let previousHash = noPreviousCheckpoint
  for (const number of await checkpointNumbers(folder)) {
    const note = await readFile(checkpointPartPath(folder, number, 'note'), 'utf8').catch(() => '')
    const checkpoint = parseCheckpoint(publicKeys, note)
    if (!checkpoint || checkpoint.number !== number) faults.push({ number, fault: 'note not ours' })
    else if (checkpoint.previous !== previousHash)
      faults.push({ number, fault: 'note out of order' })
    previousHash = hashNote(note)
  }
  const listed = await checkpointsWithList(folder)
  const latest = (await checkpointNumbers(folder)).at(-1)
  if (latest !== undefined && !listed.includes(latest))
    faults.push({ number: latest, fault: 'list missing' })
  for (const number of listed) {
    const note = await readFile(checkpointPartPath(folder, number, 'note'), 'utf8').catch(() => '')
    faults.push(...(await checkAgainstNote(db, note, options)))
  }
  return faults
}

/** Checks event logs against one checkpoint. @param note  from this storage or a copy stored elsewhere */
export async function checkAgainstNote(
  db: Db,
  note: string,
  { folder, publicKeys, keys, stores, only }: CheckOptions,
): Promise<CheckpointFault[]> {
  const checkpoint = parseCheckpoint(publicKeys, note)
  const number = checkpoint?.number ?? 0
  if (!checkpoint) return [{ number, fault: 'note not ours' }]
  const path = checkpointPartPath(folder, number, 'heads')
  if (!existsSync(path)) return [{ number, fault: 'list missing' }]

  const faults: CheckpointFault[] = []
  const tree = new MerkleTree()
  for await (const line of readHeadLines(path)) {
    tree.add(line)
    const head = parseHead(line)
    if (only !== null && head.logId !== only) continue
    const fault = await checkHead(db, head, { keys, stores })
    if (fault) faults.push({ number, fault, id: head.logId, seq: head.seq })
  }
  const matchesRoot = tree.root().toString('base64') === checkpoint.root
  return matchesRoot ? faults : [{ number, fault: 'list altered' }, ...faults]
}

async function checkHead(
  db: Db,
  { logId: id, seq, hash }: ListedHead,
  { keys, stores }: Pick<CheckOptions, 'keys' | 'stores'>,
) {
  for (const store of stores) if ((await store.eventHash(db, { id, seq })) === hash) return null
  for (const store of stores) if (await store.head(db, id)) return 'record rewritten'
  return (await wasErased(db, id, keys)) ? null : 'record gone'
}

/** Whether we erased the account or team: its erasure is stored and has our signature. */
async function wasErased(db: Db, logId: string, keys: SigningKeys): Promise<boolean> {
  const row = await db
    .selectFrom('erased_records')
    .select(['erased_at', 'signature'])
    .where('id', '=', logId)
    .executeTakeFirst()
  if (!row) return false
  return (
    erasureSignatureStatus(keys, { logId, erasedAt: row.erased_at }, row.signature) === 'genuine'
  )
}
