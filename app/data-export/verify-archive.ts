import { createHash } from 'node:crypto'

import { type ArchiveFile, readArchive } from './read-archive.ts'
import { type SignedManifest, verifyManifest } from './signed-manifest.ts'
import { manifestFileName, signatureFileName } from './write-archive.ts'

export interface FileFault {
  file: string
  fault: 'not signed' | 'changed' | 'missing' | 'added'
}

export interface ArchiveVerification {
  /** Null when the manifest is not signed with one of the keys. */
  signed: Omit<SignedManifest, 'checksums'> | null
  files: number
  faults: FileFault[]
}

/**
 * Verifies with the public keys alone that a data export contains the files that were signed, and no others.
 *
 * @param path  the ZIP file, or the folder it was unpacked to
 * @throws when the path is neither
 */
export async function verifyArchive(
  path: string,
  publicKeys: readonly Buffer[],
): Promise<ArchiveVerification> {
  const files = await readArchive(path)
  const [manifest, note] = [
    await readText(files, manifestFileName),
    await readText(files, signatureFileName),
  ]
  const signed = verifyManifest(publicKeys, note, manifest)
  if (!signed) {
    return {
      signed,
      files: files.length,
      faults: [{ file: manifestFileName, fault: 'not signed' }],
    }
  }
  const { account, at, checksums } = signed
  const faults = await compareFiles(files, checksums)
  return { signed: { account, at }, files: files.length, faults }
}

async function compareFiles(
  files: ArchiveFile[],
  checksums: Map<string, string>,
): Promise<FileFault[]> {
  const faults: FileFault[] = []
  const names = new Set(files.map(({ name }) => name))
  for (const file of checksums.keys()) if (!names.has(file)) faults.push({ file, fault: 'missing' })
  for (const file of files) {
    const { name } = file
    if (name === manifestFileName || name === signatureFileName) continue
    const expected = checksums.get(name)
    if (expected === undefined) faults.push({ file: name, fault: 'added' })
    else if ((await checksum(file)) !== expected) faults.push({ file: name, fault: 'changed' })
  }
  return faults
}

/** Maximum size of the list of files, and of its signature. */
const maxTextBytes = 1024 * 1024

/** @returns null when the file cannot be read */
async function checksum(file: ArchiveFile): Promise<string | null> {
  const hash = createHash('sha256')
  try {
    await file.read((chunk) => void hash.update(chunk))
  } catch {
    return null
  }
  return hash.digest('hex')
}

/** @returns '' when the file is missing, cannot be read or is too long to be ours */
async function readText(files: ArchiveFile[], name: string): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  try {
    await files
      .find((file) => file.name === name)
      ?.read((chunk) => {
        bytes += chunk.length
        if (bytes > maxTextBytes) throw new RangeError(`${name} is too long`)
        chunks.push(chunk)
      })
  } catch {
    return ''
  }
  return Buffer.concat(chunks).toString('utf8')
}
