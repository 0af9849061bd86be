import { createHash } from 'node:crypto'

/** A tree of hashes over a list. @see RFC 6962 §2.1 */
export class MerkleTree {
  /** Whole trees of 2^n leaves each, the largest first: as many as the count has ones. */
  readonly #subtrees: { size: number; root: Buffer }[] = []

  /**
   * Adds the next leaf. What is kept grows with the logarithm of their number.
   *
   * @returns the hash of the leaf, and of every whole tree that it completes: stored one after the other, they are found by
   *   `storedAt`
   */
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

/** Bytes. */
export const hashBytes = 32

/** Which of the hashes that `add` has returned is of the tree over 2^level leaves, so many of which stand before it. */
export function hashIndexAt(level: number, before: number): number {
  const leavesBeforeLast = (before + 1) * 2 ** level - 1
  const oneBits = leavesBeforeLast.toString(2).replaceAll('0', '').length
  // Over n leaves there are 2n whole trees, less one for each that stands alone.
  return 2 * leavesBeforeLast - oneBits + level
}

type HashReader = (level: number, before: number) => Promise<Buffer>

/** What, with one leaf, makes the root. @param readHash  a hash, by what `storedAt` takes */
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

/** Where it is a whole tree it is stored, which at most one on a path is not. */
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

/** The root that a leaf and its path make. Null when the path does not fit the place. @see RFC 9162 §2.1.3.2 */
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
