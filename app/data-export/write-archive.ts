import { createHash, type Hash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { Writable } from 'node:stream'

export interface ArchiveEntry {
  name: string
  content: AsyncIterable<string> | Iterable<string | Uint8Array>
}

export const manifestFileName = 'SHA256SUMS'
export const signatureFileName = 'SIGNATURE'

interface ArchiveOptions {
  onEntry: (done: number) => Promise<void>
  /** Returns the content of the signature file. */
  sign: (manifest: string) => string
}

/**
 * Streams a ZIP archive to `path`. Its last two files are SHA256SUMS, the checksums of all others for `sha256sum -c`, and its
 * signature.
 */
export async function writeArchive(
  path: string,
  entries: ArchiveEntry[],
  { onEntry, sign }: ArchiveOptions,
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
    const manifest = checksums.join('')
    await zip.add(manifestFileName, new TextReader(manifest))
    await zip.add(signatureFileName, new TextReader(sign(manifest)))
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
