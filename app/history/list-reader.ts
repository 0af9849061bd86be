import { type FileHandle, open } from 'node:fs/promises'

import { type Part, partPath } from './checkpoint-files.ts'
import type { ListedHead } from './checkpoint-note.ts'
import { hashSize, inclusionPath, storedAt } from './merkle.ts'

/** Where a line of the list begins, as a number of eight bytes. */
export const placeSize = 8

/** No line is longer. */
const longestLine = 512

export interface Listed {
  head: ListedHead
  /** Its place among the leaves, and what makes the root with it. */
  index: number
  path: Buffer[]
}

/** One end out of a list, and its way to the root. What is read grows with the logarithm of the list. */
export async function listed(
  folder: string,
  number: number,
  account: string,
): Promise<Listed | null> {
  const part = (name: Part) => open(partPath(folder, number, name))
  await using heads = await part('heads')
  await using places = await part('places')
  await using tree = await part('tree')
  const size = (await places.stat()).size / placeSize

  let [least, most] = [0, size]
  while (least < most) {
    const index = Math.floor((least + most) / 2)
    const head = await headAt(heads, places, index)
    if (head.account === account) {
      const stored = (level: number, at: number) =>
        bytesAt(tree, storedAt(level, at) * hashSize, hashSize)
      return { head, index, path: await inclusionPath({ index, size }, stored) }
    }
    if (head.account < account) least = index + 1
    else most = index
  }
  return null
}

async function headAt(heads: FileHandle, places: FileHandle, index: number): Promise<ListedHead> {
  const offset = (await bytesAt(places, index * placeSize, placeSize)).readDoubleBE()
  const [line = ''] = (await bytesAt(heads, offset, longestLine)).toString('utf8').split('\n')
  return JSON.parse(line)
}

async function bytesAt(file: FileHandle, offset: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, offset)
  return buffer.subarray(0, bytesRead)
}
