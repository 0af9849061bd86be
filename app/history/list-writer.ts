import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'

import { headLine, type ListedHead } from './checkpoint-note.ts'
import { placeSize } from './list-reader.ts'
import { MerkleTree } from './merkle.ts'

/** Writes the ends of records as they come, and beside them what finds and proves one of them: see `Part`. */
export class ListWriter {
  readonly #files: { heads: FileHandle; places: FileHandle; tree: FileHandle }
  readonly #tree = new MerkleTree()
  #records = 0
  #length = 0
  #last = ''

  private constructor(files: { heads: FileHandle; places: FileHandle; tree: FileHandle }) {
    this.#files = files
  }

  /** @param folder  where none of them is yet */
  static async open(folder: string): Promise<ListWriter> {
    const made = (part: string) => open(join(folder, part), 'wx', 0o600)
    const [heads, places, tree] = [await made('heads'), await made('places'), await made('tree')]
    return new ListWriter({ heads, places, tree })
  }

  /** @param ends  in the order of their accounts, which is how one is found */
  async add(ends: ListedHead[]): Promise<void> {
    const [lines, places, hashes]: [string[], Buffer[], Buffer[]] = [[], [], []]
    for (const end of ends) {
      if (end.account <= this.#last) throw new Error(`${end.account} is listed out of order.`)
      const line = headLine(end)
      places.push(placeOf(this.#length))
      hashes.push(...this.#tree.add(line))
      lines.push(`${line}\n`)
      this.#length += Buffer.byteLength(line) + 1
      this.#last = end.account
    }
    this.#records += ends.length
    await this.#files.heads.write(lines.join(''))
    await this.#files.places.write(Buffer.concat(places))
    await this.#files.tree.write(Buffer.concat(hashes))
  }

  /** Once it has returned, all of it is on the disk. */
  async finish(): Promise<{ root: Buffer; records: number }> {
    for (const file of Object.values(this.#files)) await file.sync()
    return { root: this.#tree.root(), records: this.#records }
  }

  async close(): Promise<void> {
    for (const file of Object.values(this.#files)) await file.close()
  }
}

function placeOf(offset: number): Buffer {
  const place = Buffer.alloc(placeSize)
  place.writeDoubleBE(offset)
  return place
}
