import { createHash } from 'node:crypto'

/** A tree of hashes over a list. @see RFC 6962 §2.1 */
export class MerkleTree {
  /** Whole trees of 2^n leaves each, the largest first: as many as the count has ones. */
  readonly #whole: { size: number; root: Buffer }[] = []

  /** Adds the next leaf. What is kept grows with the logarithm of their number. */
  add(leaf: string): void {
    let added = { size: 1, root: leafHash(leaf) }
    for (let last = this.#whole.at(-1); last?.size === added.size; last = this.#whole.at(-1)) {
      this.#whole.pop()
      added = { size: last.size * 2, root: nodeHash(last.root, added.root) }
    }
    this.#whole.push(added)
  }

  root(): Buffer {
    const roots = this.#whole.map(({ root }) => root)
    return (
      roots.reduceRight<Buffer | null>(
        (right, left) => (right ? nodeHash(left, right) : left),
        null,
      ) ?? createHash('sha256').digest()
    )
  }
}

export function leafHash(leaf: string): Buffer {
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

/** What, with one leaf, makes the root. @param leaves  their hashes */
export function inclusionPath(leaves: Buffer[], index: number): Buffer[] {
  if (leaves.length <= 1) return []
  const split = 2 ** (Math.ceil(Math.log2(leaves.length)) - 1)
  const [left, right] = [leaves.slice(0, split), leaves.slice(split)]
  return index < split
    ? [...inclusionPath(left, index), rootOf(right)]
    : [...inclusionPath(right, index - split), rootOf(left)]
}

function rootOf(leaves: Buffer[]): Buffer {
  const [only] = leaves
  if (only && leaves.length === 1) return only
  const split = 2 ** (Math.ceil(Math.log2(leaves.length)) - 1)
  return nodeHash(rootOf(leaves.slice(0, split)), rootOf(leaves.slice(split)))
}

/** The root that a leaf and its path make. Null when the path does not fit the place. @see RFC 9162 §2.1.3.2 */
export function rootFrom(
  leaf: string,
  { index, size, path }: { index: number; size: number; path: Buffer[] },
): Buffer | null {
  if (index >= size) return null
  let [at, last, root] = [index, size - 1, leafHash(leaf)]
  for (const step of path) {
    if (last === 0) return null
    if (at % 2 === 1 || at === last) {
      root = nodeHash(step, root)
      for (; at % 2 === 0 && at !== 0; at /= 2) last = Math.floor(last / 2)
    } else root = nodeHash(root, step)
    at = Math.floor(at / 2)
    last = Math.floor(last / 2)
  }
  return last === 0 ? root : null
}
