import { createHash } from 'node:crypto'

/** Merkle tree over a list. @see RFC 6962 §2.1 */
export class MerkleTree {
  /** Complete subtrees of 2^n leaves, largest first: one per 1 bit of the number of leaves. */
  readonly #subtrees: { size: number; root: Buffer }[] = []

  /** Adds the next leaf. @returns its hash and those of the subtrees it completes, in the order that `hashIndexAt` indexes */
  add(leaf: string): Buffer[] {
    let subtree = { size: 1, root: leafHash(leaf) }
    const hashes = [subtree.root]
    for (
      let last = this.#subtrees.at(-1);
      last?.size === subtree.size;
      last = this.#subtrees.at(-1)
    ) {
      this.#subtrees.pop()
      subtree = { size: last.size * 2, root: nodeHash(last.root, subtree.root) }
      hashes.push(subtree.root)
    }
    this.#subtrees.push(subtree)
    return hashes
  }

  root(): Buffer {
    const roots = this.#subtrees.map(({ root }) => root)
    return (
      roots.reduceRight<Buffer | null>(
        (right, left) => (right ? nodeHash(left, right) : left),
        null,
      ) ?? createHash('sha256').digest()
    )
  }
}

function leafHash(leaf: string): Buffer {
  return createHash('sha256')
    .update(Buffer.from([0]))
    .update(leaf)
    .digest()
}

function nodeHash(left: Buffer, right: Buffer): Buffer {
  return createHash('sha256')
    .update(Buffer.from([1]))
    .update(left)
    .update(right)
    .digest()
}

export const hashBytes = 32

/** Index of the subtree of 2^level leaves, with `before` such subtrees before it, among all hashes that `add` returned. */
export function hashIndexAt(level: number, before: number): number {
  const leavesBeforeLast = (before + 1) * 2 ** level - 1
  const oneBits = leavesBeforeLast.toString(2).replaceAll('0', '').length
  // n leaves have 2n complete subtrees, minus one per 1 bit of n.
  return 2 * leavesBeforeLast - oneBits + level
}

type HashReader = (level: number, before: number) => Promise<Buffer>

/** The sibling hashes from a leaf to the root. @param readHash  reads the hash at `hashIndexAt(level, before)` */
export function inclusionPath(
  { index, size }: { index: number; size: number },
  readHash: HashReader,
): Promise<Buffer[]> {
  return pathWithin({ start: 0, size }, index, readHash)
}

interface Range {
  start: number
  size: number
}

async function pathWithin(
  { start, size }: Range,
  index: number,
  readHash: HashReader,
): Promise<Buffer[]> {
  if (size <= 1) return []
  const [left, right] = splitRange({ start, size })
  const [own, other] = index < right.start ? [left, right] : [right, left]
  return [...(await pathWithin(own, index, readHash)), await subtreeRoot(other, readHash)]
}

/** Reads a complete subtree; computes an incomplete one, of which a path has at most one. */
async function subtreeRoot({ start, size }: Range, readHash: HashReader): Promise<Buffer> {
  const level = Math.log2(size)
  if (Number.isInteger(level)) return readHash(level, start / size)
  const [left, right] = splitRange({ start, size })
  return nodeHash(await subtreeRoot(left, readHash), await subtreeRoot(right, readHash))
}

function splitRange({ start, size }: Range): [Range, Range] {
  const split = 2 ** (Math.ceil(Math.log2(size)) - 1)
  return [
    { start, size: split },
    { start: start + split, size: size - split },
  ]
}

/** Computes the root from a leaf and its path; null when the path does not fit the index. @see RFC 9162 §2.1.3.2 */
export function rootFromPath(
  leaf: string,
  { index, size, path }: { index: number; size: number; path: Buffer[] },
): Buffer | null {
  if (index >= size) return null
  let [position, last, root] = [index, size - 1, leafHash(leaf)]
  for (const step of path) {
    if (last === 0) return null
    if (position % 2 === 1 || position === last) {
      root = nodeHash(step, root)
      for (; position % 2 === 0 && position !== 0; position /= 2) last = Math.floor(last / 2)
    } else root = nodeHash(root, step)
    position = Math.floor(position / 2)
    last = Math.floor(last / 2)
  }
  return last === 0 ? root : null
}
