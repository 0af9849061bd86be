import { createHash, type Hash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { Writable } from 'node:stream'

/** One file of the archive, read only when it is its turn. */
export interface Entry {
  name: string
  content: AsyncIterable<string> | Iterable<string | Uint8Array>
}

export const manifestName = 'SHA256SUMS'

/**
 * Writes a ZIP piece by piece; nothing is ever whole in memory. Its last file, SHA256SUMS, holds the SHA-256 of every
 * other, so that `sha256sum -c SHA256SUMS` shows whether one was changed or is missing.
 *
 * @param onEntry  called after each file
 */
export async function writeArchive(
  path: string,
  entries: Entry[],
  onEntry: (done: number) => Promise<void>,
): Promise<void> {
  const { configure, TextReader, ZipWriter } = await import('@zip.js/zip.js')
  // Node compresses in its own threads.
  configure({ useWebWorkers: false })
  const file = createWriteStream(path, { mode: 0o600 })
  const zip = new ZipWriter(Writable.toWeb(file))
  const sums: string[] = []
  try {
    for (const [index, { name, content }] of entries.entries()) {
      const hash = createHash('sha256')
      await zip.add(name, streamed(hashed(content, hash)))
      sums.push(`${hash.digest('hex')}  ${name}\n`)
      await onEntry(index + 1)
    }
    await zip.add(manifestName, new TextReader(sums.join('')))
    await zip.close()
  } catch (error) {
    file.destroy()
    throw error
  }
}

function streamed(pieces: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(stream) {
      const { value, done } = await pieces.next()
      if (done) stream.close()
      else stream.enqueue(value)
    },
  })
}

async function* hashed(content: Entry['content'], hash: Hash): AsyncGenerator<Uint8Array> {
  for await (const piece of content) {
    const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece
    hash.update(bytes)
    yield bytes
  }
}
