import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'

import type { Db } from '#app/platform/db/connect.ts'
import { preparedQuery } from '#app/platform/db/prepared-query.ts'
import { type SigningKeys, erasureSignatureStatus } from '#app/platform/event-log/hash-chain.ts'

import {
  checkpointNumbers,
  checkpointsWithList,
  checkpointPartPath,
  readHeadLines,
} from './checkpoint-files.ts'
import {
  type ListedHead,
  noPreviousCheckpoint,
  hashNote,
  parseCheckpoint,
} from './checkpoint-note.ts'
import { MerkleTree } from './merkle-tree.ts'

export type CheckpointFault =
  /** This key did not sign the note, or it was changed since. */
  | { number: number; fault: 'note not ours' }
  /** The note does not hold on to the one before. */
  | { number: number; fault: 'note out of order' }
  /** The list of ends is not the one that was signed. */
  | { number: number; fault: 'list altered' | 'list missing' }
  /** The record does not hold what it held then. */
  | { number: number; fault: 'record rewritten' | 'record gone'; id: string; seq: number }

interface CheckOptions {
  folder: string
  publicKey: Buffer
  keys: SigningKeys
  /** Only this account's. */
  only: string | null
}

/** Compares every record with what was signed of it each day, as far back as the lists are kept. */
export async function checkCheckpoints(db: Db, options: CheckOptions): Promise<CheckpointFault[]> {
  const { folder, publicKey } = options
  const faults: CheckpointFault[] = []
  let previousHash = noPreviousCheckpoint
  for (const number of await checkpointNumbers(folder)) {
    const note = await readFile(checkpointPartPath(folder, number, 'note'), 'utf8').catch(() => '')
    const checkpoint = parseCheckpoint(publicKey, note)
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

/** @param note  of a checkpoint, from here or from where it was kept */
export async function checkAgainstNote(
  db: Db,
  note: string,
  { folder, publicKey, keys, only }: CheckOptions,
): Promise<CheckpointFault[]> {
  const checkpoint = parseCheckpoint(publicKey, note)
  const number = checkpoint?.number ?? 0
  if (!checkpoint) return [{ number, fault: 'note not ours' }]
  const path = checkpointPartPath(folder, number, 'heads')
  if (!existsSync(path)) return [{ number, fault: 'list missing' }]

  const faults: CheckpointFault[] = []
  const tree = new MerkleTree()
  for await (const line of readHeadLines(path)) {
    tree.add(line)
    const head: ListedHead = JSON.parse(line)
    if (only !== null && head.account !== only) continue
    const fault = await checkHead(db, head, keys)
    if (fault) faults.push({ number, fault, id: head.account, seq: head.seq })
  }
  const matchesRoot = tree.root().toString('base64') === checkpoint.root
  return matchesRoot ? faults : [{ number, fault: 'list altered' }, ...faults]
}

async function checkHead(db: Db, { account, seq, hash }: ListedHead, keys: SigningKeys) {
  const [event] = await eventHashQuery(db, { account, seq })
  if (event?.hash === hash) return null
  const [user] = await userExistsQuery(db, { account })
  if (user) return 'record rewritten'
  return (await wasErased(db, account, keys)) ? null : 'record gone'
}

/** By us, with its account. */
async function wasErased(db: Db, account: string, keys: SigningKeys): Promise<boolean> {
  const row = await db
    .selectFrom('erased_records')
    .select(['erased_at', 'signature'])
    .where('id', '=', account)
    .executeTakeFirst()
  if (!row) return false
  return (
    erasureSignatureStatus(keys, { account, erasedAt: row.erased_at }, row.signature) === 'genuine'
  )
}

const eventHashQuery = preparedQuery((db: Db, { account, seq }: { account: string; seq: number }) =>
  db.selectFrom('events').select('hash').where('user_id', '=', account).where('seq', '=', seq),
)

const userExistsQuery = preparedQuery((db: Db, { account }: { account: string }) =>
  db.selectFrom('users').select('id').where('id', '=', account),
)
