import { createReadStream, existsSync } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

import { readOrCreateKeys } from '#app/platform/config/key-files.ts'
import { day } from '#app/platform/lib/durations.ts'
import { newId } from '#app/platform/lib/ids.ts'
import { nullIfMissing } from '#app/platform/lib/null-if-missing.ts'

import { type Signer, createSigner, formatVerifierKey } from './signed-note.ts'

/** How many lists of ends are kept. Notes, of which each holds on to the one before, are kept for ever. */
const maxStoredLists = 30

const draftPrefix = 'draft-'

export function checkpointFolder(storageDir: string): string {
  return join(storageDir, 'checkpoints')
}

/** The key is made once, beside the application's, and is no part of a backup either. */
export function checkpointSigner(storageDir: string, host: string): Signer {
  const [seed] = readOrCreateKeys(storageDir, 'checkpoint.key')
  if (seed?.length !== 32) throw new Error('checkpoint.key does not hold 32 bytes in base64.')
  return createSigner(host, seed)
}

/** Its public half, as it is published. */
export function publishedVerifierKey(storageDir: string, host: string): string {
  return formatVerifierKey(checkpointSigner(storageDir, host))
}

/**
 * A checkpoint is a folder, which is there as a whole or not at all: its note; the list of ends, a line each; and so that one
 * end is found and proved without reading all, where each line begins, and the tree over them.
 */
export type CheckpointPart = 'note' | 'heads' | 'places' | 'tree'

export function checkpointPartPath(folder: string, number: number, part: CheckpointPart): string {
  return join(checkpointPath(folder, number), part)
}

function checkpointPath(folder: string, number: number): string {
  return join(folder, String(number).padStart(6, '0'))
}

/** The numbers of the checkpoints there are, the oldest first. */
export async function checkpointNumbers(folder: string): Promise<number[]> {
  const names = (await readdir(folder).catch(nullIfMissing)) ?? []
  return names
    .filter((name) => /^\d{6,}$/.test(name))
    .map(Number)
    .toSorted((a, b) => a - b)
}

/** Of those whose list is still kept. */
export async function checkpointsWithList(folder: string): Promise<number[]> {
  const numbers = await checkpointNumbers(folder)
  return numbers.filter((number) => existsSync(checkpointPartPath(folder, number, 'heads')))
}

/** Null when there is none yet. */
export async function latestNote(folder: string): Promise<{ number: number; text: string } | null> {
  const number = (await checkpointNumbers(folder)).at(-1)
  return number === undefined
    ? null
    : { number, text: await readFile(checkpointPartPath(folder, number, 'note'), 'utf8') }
}

/** Line by line: see `headLine`. */
export function readHeadLines(path: string): AsyncIterable<string> {
  return createInterface({ input: createReadStream(path, 'utf8'), crlfDelay: Infinity })
}

export async function deleteOldLists(folder: string): Promise<void> {
  for (const number of (await checkpointsWithList(folder)).slice(0, -maxStoredLists)) {
    for (const part of ['heads', 'places', 'tree'] as const)
      await rm(checkpointPartPath(folder, number, part), { force: true })
  }
}

/** A folder for what becomes a checkpoint once it is whole. */
export async function createDraft(folder: string): Promise<string> {
  const draft = join(folder, `${draftPrefix}${newId()}`)
  await mkdir(draft, { recursive: true, mode: 0o700 })
  return draft
}

/** What a process that died has left behind. */
export async function deleteStaleDrafts(folder: string, now: number): Promise<void> {
  const drafts = (await readdir(folder)).filter((name) => name.startsWith(draftPrefix))
  for (const path of drafts.map((name) => join(folder, name))) {
    // Whoever makes one at this moment may have settled it meanwhile.
    const found = await stat(path).catch(nullIfMissing)
    if (found && now - found.mtimeMs > day) await rm(path, { recursive: true, force: true })
  }
}

/** Makes the draft the checkpoint of that number, at once and as a whole. @returns false when there is one already */
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
