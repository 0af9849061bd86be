import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'

import { type ChainKeys, erasureWorth } from '#app/platform/chain.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { prepared } from '#app/platform/db/prepared.ts'

import { checkpointNumbers, listNumbers, partPath, readList } from './checkpoint-files.ts'
import { type ListedHead, none, noteHash, readCheckpoint } from './checkpoint-note.ts'
import { MerkleTree } from './merkle.ts'

export type CheckpointFault =
  /** This key did not sign the note, or it was changed since. */
  | { number: number; fault: 'note not ours' }
  /** The note does not hold on to the one before. */
  | { number: number; fault: 'note out of order' }
  /** The list of ends is not the one that was signed. */
  | { number: number; fault: 'list altered' | 'list missing' }
  /** The record does not hold what it held then. */
  | { number: number; fault: 'record rewritten' | 'record gone'; id: string; seq: number }

interface Against {
  folder: string
  publicKey: Buffer
  keys: ChainKeys
  /** Only this account's. */
  only: string | null
}

/** Compares every record with what was signed of it each day, as far back as the lists are kept. */
export async function checkCheckpoints(db: Db, against: Against): Promise<CheckpointFault[]> {
  const { folder, publicKey } = against
  const faults: CheckpointFault[] = []
  let before = none
  for (const number of await checkpointNumbers(folder)) {
    const note = await readFile(partPath(folder, number, 'note'), 'utf8').catch(() => '')
    const checkpoint = readCheckpoint(publicKey, note)
    if (!checkpoint || checkpoint.number !== number) faults.push({ number, fault: 'note not ours' })
    else if (checkpoint.previous !== before) faults.push({ number, fault: 'note out of order' })
    before = noteHash(note)
  }
  const lists = await listNumbers(folder)
  const newest = (await checkpointNumbers(folder)).at(-1)
  if (newest !== undefined && !lists.includes(newest))
    faults.push({ number: newest, fault: 'list missing' })
  for (const number of lists) {
    const note = await readFile(partPath(folder, number, 'note'), 'utf8').catch(() => '')
    faults.push(...(await checkAgainst(db, note, against)))
  }
  return faults
}

/** @param note  of a checkpoint, from here or from where it was kept */
export async function checkAgainst(
  db: Db,
  note: string,
  { folder, publicKey, keys, only }: Against,
): Promise<CheckpointFault[]> {
  const checkpoint = readCheckpoint(publicKey, note)
  const number = checkpoint?.number ?? 0
  if (!checkpoint) return [{ number, fault: 'note not ours' }]
  const path = partPath(folder, number, 'heads')
  if (!existsSync(path)) return [{ number, fault: 'list missing' }]

  const faults: CheckpointFault[] = []
  const tree = new MerkleTree()
  for await (const line of readList(path)) {
    tree.add(line)
    const head: ListedHead = JSON.parse(line)
    if (only !== null && head.account !== only) continue
    const fault = await faultOf(db, head, keys)
    if (fault) faults.push({ number, fault, id: head.account, seq: head.seq })
  }
  const isTheSame = tree.root().toString('base64') === checkpoint.root
  return isTheSame ? faults : [{ number, fault: 'list altered' }, ...faults]
}

async function faultOf(db: Db, { account, seq, hash }: ListedHead, keys: ChainKeys) {
  const [event] = await hashOf(db, { account, seq })
  if (event?.hash === hash) return null
  const [user] = await userOf(db, { account })
  if (user) return 'record rewritten'
  return (await wasErased(db, account, keys)) ? null : 'record gone'
}

/** By us, with its account. */
async function wasErased(db: Db, account: string, keys: ChainKeys): Promise<boolean> {
  const row = await db
    .selectFrom('erased_records')
    .select(['erased_at', 'signature'])
    .where('id', '=', account)
    .executeTakeFirst()
  if (!row) return false
  return erasureWorth(keys, { account, erasedAt: row.erased_at }, row.signature) === 'genuine'
}

const hashOf = prepared((db: Db, { account, seq }: { account: string; seq: number }) =>
  db.selectFrom('events').select('hash').where('user_id', '=', account).where('seq', '=', seq),
)

const userOf = prepared((db: Db, { account }: { account: string }) =>
  db.selectFrom('users').select('id').where('id', '=', account),
)
