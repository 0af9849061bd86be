import { readFile } from 'node:fs/promises'

import { checkpointsWithList, checkpointPartPath } from './checkpoint-files.ts'
import { type Checkpoint, formatHead, parseCheckpoint } from './checkpoint-note.ts'
import { findHead } from './head-list-reader.ts'
import { rootFromPath } from './merkle-tree.ts'

/** Proves that a checkpoint includes a head of the account's event log. */
export interface InclusionProof {
  note: string
  /** Number and hash of the last event at that time. */
  seq: number
  hash: string
  /** Index of the leaf, and its inclusion path in base64. */
  index: number
  path: string[]
}

/** Proves inclusion in the newest checkpoint that has a list; null when it does not include the account. */
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

/** @returns the checkpoint; null when the proof or the signature is invalid */
export function verifyInclusion(
  publicKeys: readonly Buffer[],
  account: string,
  { note, seq, hash, index, path }: InclusionProof,
): Checkpoint | null {
  const checkpoint = parseCheckpoint(publicKeys, note)
  if (!checkpoint) return null
  const hashes = path.map((step) => Buffer.from(step, 'base64'))
  const treePosition = { index, size: checkpoint.records, path: hashes }
  const root = rootFromPath(formatHead({ logId: account, seq, hash }), treePosition)
  return root?.toString('base64') === checkpoint.root ? checkpoint : null
}
