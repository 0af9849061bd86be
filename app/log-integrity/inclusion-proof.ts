import { readFile } from 'node:fs/promises'

import { checkpointsWithList, checkpointPartPath } from './checkpoint-files.ts'
import { type Checkpoint, formatHead, parseCheckpoint } from './checkpoint-note.ts'
import { findHead } from './head-list-reader.ts'
import { rootFromPath } from './merkle-tree.ts'

/** Shows that an account's end is one of those that a checkpoint signs. */
export interface InclusionProof {
  note: string
  /** Where the record ended then. */
  seq: number
  hash: string
  /** Its place among the leaves, and what makes the root with it. */
  index: number
  path: string[]
}

/** In the newest checkpoint of which the list is there; null when it has not the account. */
export async function createInclusionProof(
  folder: string,
  account: string,
): Promise<InclusionProof | null> {
  const number = (await checkpointsWithList(folder)).at(-1)
  const found = number === undefined ? null : await findHead(folder, number, account)
  if (number === undefined || !found) return null
  const { head, index } = found
  const note = await readFile(checkpointPartPath(folder, number, 'note'), 'utf8')
  const path = found.path.map((hash) => hash.toString('base64'))
  return { note, seq: head.seq, hash: head.hash, index, path }
}

/** The checkpoint that includes it; null when it does not, or this key did not sign it. */
export function verifyInclusion(
  publicKey: Buffer,
  account: string,
  { note, seq, hash, index, path }: InclusionProof,
): Checkpoint | null {
  const checkpoint = parseCheckpoint(publicKey, note)
  if (!checkpoint) return null
  const hashes = path.map((step) => Buffer.from(step, 'base64'))
  const treePosition = { index, size: checkpoint.records, path: hashes }
  const root = rootFromPath(formatHead({ account, seq, hash }), treePosition)
  return root?.toString('base64') === checkpoint.root ? checkpoint : null
}
