import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'

import { formatHead, type ListedHead } from './checkpoint-note.ts'
import { offsetBytes } from './head-list-reader.ts'
import { MerkleTree } from './merkle-tree.ts'

/** Writes the list of heads with its offsets and tree hashes: see `CheckpointPart`. */
export class HeadListWriter {
  readonly #files: { heads: FileHandle; places: FileHandle; tree: FileHandle }
  readonly #tree = new MerkleTree()
  #records = 0
  #byteLength = 0
  #lastLogId = ''

  private constructor(files: { heads: FileHandle; places: FileHandle; tree: FileHandle }) {
    this.#files = files
  }

  /** @param folder  without these files */
  static async open(folder: string): Promise<HeadListWriter> {
    const createFile = (part: string) => open(join(folder, part), 'wx', 0o600)
    const [heads, places, tree] = [
      await createFile('heads'),
      await createFile('places'),
      await createFile('tree'),
    ]
    return new HeadListWriter({ heads, places, tree })
  }

  /** @param heads  sorted by the id of the log, because readers search by it */
  async add(heads: ListedHead[]): Promise<void> {
    const [lines, offsets, hashes]: [string[], Buffer[], Buffer[]] = [[], [], []]
    for (const head of heads) {
      if (head.logId <= this.#lastLogId) throw new Error(`Head of ${head.logId} is out of order.`)
      const line = formatHead(head)
      offsets.push(encodeOffset(this.#byteLength))
      hashes.push(...this.#tree.add(line))
      lines.push(`${line}\n`)
      this.#byteLength += Buffer.byteLength(line) + 1
      this.#lastLogId = head.logId
    }
    this.#records += heads.length
    await this.#files.heads.write(lines.join(''))
    await this.#files.places.write(Buffer.concat(offsets))
    await this.#files.tree.write(Buffer.concat(hashes))
  }

  /** Flushes the files to disk. */
  async finish(): Promise<{ root: Buffer; records: number }> {
    for (const file of Object.values(this.#files)) await file.sync()
    return { root: this.#tree.root(), records: this.#records }
  }

  async close(): Promise<void> {
    for (const file of Object.values(this.#files)) await file.close()
  }
}

function encodeOffset(offset: number): Buffer {
  const encoded = Buffer.alloc(offsetBytes)
  encoded.writeDoubleBE(offset)
  return encoded
}
