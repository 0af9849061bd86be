import { createReadStream, existsSync } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

import { readOrCreateKeys } from '#app/platform/config/key-files.ts'
import { day } from '#app/platform/lib/durations.ts'
import { newId } from '#app/platform/lib/ids.ts'
import { nullIfMissing } from '#app/platform/lib/null-if-missing.ts'

import { maxStoredLists } from './limits.ts'
import { type Signer, createSigner, formatVerifierKey } from './signed-note.ts'

export const checkpointKeyFile = 'checkpoint.key'
const draftPrefix = 'draft-'

export function checkpointFolder(storageDir: string): string {
  return join(storageDir, 'checkpoints')
}

/**
 * The keys of checkpoints and exports, the current one first, created on first use beside the application key. Replaced keys
 * stay, so that what they signed stays verifiable. Backups do not contain them.
 */
export function checkpointKeys(storageDir: string, host: string): [Signer, ...Signer[]] {
  const seeds = readOrCreateKeys(storageDir, checkpointKeyFile)
  const [current, ...replaced] = seeds.map((seed) => {
    if (seed.length !== 32) throw new Error('checkpoint.key must contain 32 bytes in base64.')
    return createSigner(host, seed)
  })
  if (!current) throw new Error('checkpoint.key is empty.')
  return [current, ...replaced]
}

export function checkpointSigner(storageDir: string, host: string): Signer {
  return checkpointKeys(storageDir, host)[0]
}

/** The public keys in the published format, the current one first. */
export function publishedVerifierKeys(storageDir: string, host: string): string[] {
  return checkpointKeys(storageDir, host).map(formatVerifierKey)
}

/**
 * Files of a checkpoint, a folder that is published atomically: the signed note, the list of heads (one per line), and for
 * lookup and proof of a single head the offsets of the lines and the hashes of the tree.
 */
export type CheckpointPart = 'note' | 'heads' | 'places' | 'tree'

export function checkpointPartPath(folder: string, number: number, part: CheckpointPart): string {
  return join(checkpointPath(folder, number), part)
}

function checkpointPath(folder: string, number: number): string {
  return join(folder, String(number).padStart(6, '0'))
}

export async function checkpointNumbers(folder: string): Promise<number[]> {
  const names = (await readdir(folder).catch(nullIfMissing)) ?? []
  return names
    .filter((name) => /^\d{6,}$/.test(name))
    .map(Number)
    .toSorted((a, b) => a - b)
}

/** The numbers of the checkpoints whose list is still stored. */
export async function checkpointsWithList(folder: string): Promise<number[]> {
  const numbers = await checkpointNumbers(folder)
  return numbers.filter((number) => existsSync(checkpointPartPath(folder, number, 'heads')))
}

export async function latestNote(folder: string): Promise<{ number: number; text: string } | null> {
  const number = (await checkpointNumbers(folder)).at(-1)
  return number === undefined
    ? null
    : { number, text: await readFile(checkpointPartPath(folder, number, 'note'), 'utf8') }
}

/** Streams lines in the format of `formatHead`. */
export function readHeadLines(path: string): AsyncIterable<string> {
  return createInterface({ input: createReadStream(path, 'utf8'), crlfDelay: Infinity })
}

export async function deleteOldLists(folder: string): Promise<void> {
  for (const number of (await checkpointsWithList(folder)).slice(0, -maxStoredLists)) {
    for (const part of ['heads', 'places', 'tree'] as const)
      await rm(checkpointPartPath(folder, number, part), { force: true })
  }
}

/** Creates the folder in which a checkpoint is written. */
export async function createDraft(folder: string): Promise<string> {
  const draft = join(folder, `${draftPrefix}${newId()}`)
  await mkdir(draft, { recursive: true, mode: 0o700 })
  return draft
}

/** Deletes drafts left behind by crashed processes. */
export async function deleteStaleDrafts(folder: string, now: number): Promise<void> {
  const drafts = (await readdir(folder)).filter((name) => name.startsWith(draftPrefix))
  for (const path of drafts.map((name) => join(folder, name))) {
    // Another process may have published the draft meanwhile.
    const found = await stat(path).catch(nullIfMissing)
    if (found && now - found.mtimeMs > day) await rm(path, { recursive: true, force: true })
  }
}

/** Atomically renames the draft to the checkpoint `number`. @returns false when that checkpoint exists already */
export async function publishDraft(folder: string, draft: string, number: number) {
  try {
    await rename(draft, checkpointPath(folder, number))
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null
    if (code === 'ENOTEMPTY' || code === 'EEXIST') return false
    throw error
  }
  const handle = await open(folder)
  await handle.sync().finally(() => handle.close())
  return true
}
