import { type FileHandle, open } from 'node:fs/promises'

import { type CheckpointPart, checkpointPartPath } from './checkpoint-files.ts'
import { type ListedHead, parseHead } from './checkpoint-note.ts'
import { hashBytes, inclusionPath, hashIndexAt } from './merkle-tree.ts'

/** Size of a stored line offset, a big-endian double. */
export const offsetBytes = 8

const maxLineBytes = 512

export interface FoundHead {
  head: ListedHead
  /** Index of the leaf, and its inclusion path. */
  index: number
  path: Buffer[]
}

/** Finds one head and its inclusion path by binary search. Reads O(log n) of the files. */
export async function findHead(
  folder: string,
  number: number,
  logId: string,
): Promise<FoundHead | null> {
  const openPart = (name: CheckpointPart) => open(checkpointPartPath(folder, number, name))
  await using heads = await openPart('heads')
  await using offsets = await openPart('places')
  await using tree = await openPart('tree')
  const size = (await offsets.stat()).size / offsetBytes

  let [low, high] = [0, size]
  while (low < high) {
    const index = Math.floor((low + high) / 2)
    const head = await readHeadAt(heads, offsets, index)
    if (head.logId === logId) {
      const readHash = (level: number, at: number) =>
        readBytes(tree, hashIndexAt(level, at) * hashBytes, hashBytes)
      return { head, index, path: await inclusionPath({ index, size }, readHash) }
    }
    if (head.logId < logId) low = index + 1
    else high = index
  }
  return null
}

async function readHeadAt(
  heads: FileHandle,
  offsets: FileHandle,
  index: number,
): Promise<ListedHead> {
  const offset = (await readBytes(offsets, index * offsetBytes, offsetBytes)).readDoubleBE()
  const [line = ''] = (await readBytes(heads, offset, maxLineBytes)).toString('utf8').split('\n')
  return parseHead(line)
}

async function readBytes(file: FileHandle, offset: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, offset)
  return buffer.subarray(0, bytesRead)
}
