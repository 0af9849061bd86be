import { readFile } from 'node:fs/promises'

import { bounded } from '#app/platform/bounded.ts'

import { checkpointNumbers, listPath, notePath, readList } from './checkpoint-files.ts'
import { type Checkpoint, headLine, type ListedHead, readCheckpoint } from './checkpoint-note.ts'
import { inclusionPath, leafHash, rootFrom } from './merkle.ts'

/** Shows that an account's end is one of those that a checkpoint signs. */
export interface Inclusion {
  note: string
  /** Where the record ended then. */
  seq: number
  hash: string
  /** Its place among the leaves, and what makes the root with it. */
  index: number
  path: string[]
}

/** Each reads the ends of all records. */
const inTurn = bounded({ atOnce: 1, mostWaiting: 30 })

/** In the newest checkpoint that has the account; null when none has it. */
export function inclusionOf(folder: string, account: string): Promise<Inclusion | null> {
  return inTurn(() => inclusionIn(folder, account))
}

async function inclusionIn(folder: string, account: string): Promise<Inclusion | null> {
  const number = (await checkpointNumbers(folder, 'heads')).at(-1)
  if (number === undefined) return null
  const start = headLine({ account, seq: 0, hash: '' }).split(',')[0] ?? ''
  const leaves: Buffer[] = []
  let found: { index: number; head: ListedHead } | null = null
  for await (const line of readList(listPath(folder, number))) {
    if (line.startsWith(`${start},`)) found = { index: leaves.length, head: JSON.parse(line) }
    leaves.push(leafHash(line))
  }
  if (!found) return null
  const { index, head } = found
  const note = await readFile(notePath(folder, number), 'utf8')
  const path = inclusionPath(leaves, index).map((hash) => hash.toString('base64'))
  return { note, seq: head.seq, hash: head.hash, index, path }
}

/** The checkpoint that includes it; null when it does not, or this key did not sign it. */
export function includedIn(
  publicKey: Buffer,
  account: string,
  { note, seq, hash, index, path }: Inclusion,
): Checkpoint | null {
  const checkpoint = readCheckpoint(publicKey, note)
  if (!checkpoint) return null
  const steps = path.map((step) => Buffer.from(step, 'base64'))
  const place = { index, size: checkpoint.records, path: steps }
  const root = rootFrom(headLine({ account, seq, hash }), place)
  return root?.toString('base64') === checkpoint.root ? checkpoint : null
}
