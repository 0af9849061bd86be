import { createHash, type Hash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { Writable } from 'node:stream'

export interface ArchiveEntry {
  name: string
  content: AsyncIterable<string> | Iterable<string | Uint8Array>
}

export const manifestFileName = 'SHA256SUMS'

/** Streams a ZIP archive to `path`. Its last file, SHA256SUMS, lists the checksums of all others for `sha256sum -c`. */
export async function writeArchive(
  path: string,
  entries: ArchiveEntry[],
  onEntry: (done: number) => Promise<void>,
): Promise<void> {
  const { configure, TextReader, ZipWriter } = await import('@zip.js/zip.js')
  // Node compresses in its own thread pool.
  configure({ useWebWorkers: false })
  const file = createWriteStream(path, { mode: 0o600 })
  const zip = new ZipWriter(Writable.toWeb(file))
  const checksums: string[] = []
  try {
    for (const [index, { name, content }] of entries.entries()) {
      const hash = createHash('sha256')
      await zip.add(name, toReadableStream(hashWhileReading(content, hash)))
      checksums.push(`${hash.digest('hex')}  ${name}\n`)
      await onEntry(index + 1)
    }
    await zip.add(manifestFileName, new TextReader(checksums.join('')))
    await zip.close()
  } catch (error) {
    file.destroy()
    throw error
  }
}

function toReadableStream(chunks: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await chunks.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
  })
}

async function* hashWhileReading(
  content: ArchiveEntry['content'],
  hash: Hash,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of content) {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk
    hash.update(bytes)
    yield bytes
  }
}
