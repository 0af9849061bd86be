import { createReadStream, openAsBlob } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'

export interface ArchiveFile {
  name: string
  /** @throws when the file cannot be read, or the ZIP file is damaged there */
  read(onChunk: (chunk: Uint8Array) => void): Promise<void>
}

/** The files of an archive: of a ZIP file, or of the folder it was unpacked to. @throws when the path is neither */
export async function readArchive(path: string): Promise<ArchiveFile[]> {
  return (await stat(path)).isDirectory() ? filesInFolder(path) : filesInZip(path)
}

async function filesInFolder(folder: string): Promise<ArchiveFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({
      name: relative(folder, path).replaceAll(sep, '/'),
      async read(onChunk) {
        for await (const chunk of createReadStream(path)) onChunk(chunk)
      },
    }))
}

async function filesInZip(path: string): Promise<ArchiveFile[]> {
  const { BlobReader, configure, ZipReader } = await import('@zip.js/zip.js')
  configure({ useWebWorkers: false })
  // Strict: rejects an archive that other programs would unpack to other files.
  const zip = new ZipReader(new BlobReader(await openAsBlob(path)), { strictness: 'strict' })
  const entries = await zip.getEntries()
  return entries.map((entry) => ({
    name: entry.filename,
    async read(onChunk) {
      if (!entry.directory) await entry.getData(new WritableStream({ write: onChunk }))
    },
  }))
}
