import { readFile } from 'node:fs/promises'

import { listNumbers, partPath } from './checkpoint-files.ts'
import { type Checkpoint, headLine, readCheckpoint } from './checkpoint-note.ts'
import { listed } from './list-reader.ts'
import { rootFrom } from './merkle.ts'

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

/** In the newest checkpoint of which the list is there; null when it has not the account. */
export async function inclusionOf(folder: string, account: string): Promise<Inclusion | null> {
  const number = (await listNumbers(folder)).at(-1)
  const found = number === undefined ? null : await listed(folder, number, account)
  if (number === undefined || !found) return null
  const { head, index } = found
  const note = await readFile(partPath(folder, number, 'note'), 'utf8')
  const path = found.path.map((hash) => hash.toString('base64'))
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
