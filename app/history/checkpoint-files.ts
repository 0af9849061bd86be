import { createReadStream } from 'node:fs'
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

import { storedKeys } from '#app/platform/storage.ts'

import { type Signer, signerOf } from './signed-note.ts'

/** How many lists of ends are kept. Notes, of which each holds on to the one before, are kept for ever. */
const keptLists = 30

export function checkpointFolder(storageDir: string): string {
  return join(storageDir, 'checkpoints')
}

/** The key is made once, beside the application's, and is no part of a backup either. */
export function checkpointSigner(storageDir: string, host: string): Signer {
  const [seed] = storedKeys(storageDir, 'checkpoint.key')
  if (seed?.length !== 32) throw new Error('checkpoint.key does not hold 32 bytes in base64.')
  return signerOf(host, seed)
}

export const notePath = (folder: string, number: number) => join(folder, `${named(number)}.note`)
export const listPath = (folder: string, number: number) => join(folder, `${named(number)}.heads`)

function named(number: number): string {
  return String(number).padStart(6, '0')
}

/** The numbers of the checkpoints there are, the oldest first. */
export async function checkpointNumbers(folder: string, kind: 'note' | 'heads' = 'note') {
  const names = await readdir(folder).catch(() => [])
  return names
    .flatMap((name) => {
      const [, number] = /^(\d{6,})\.(note|heads)$/.exec(name) ?? []
      return number && name.endsWith(kind) ? Number(number) : []
    })
    .toSorted((a, b) => a - b)
}

/** Null when there is none yet. */
export async function newestNote(folder: string): Promise<{ number: number; text: string } | null> {
  const number = (await checkpointNumbers(folder)).at(-1)
  return number === undefined
    ? null
    : { number, text: await readFile(notePath(folder, number), 'utf8') }
}

/** Line by line: see `headLine`. */
export function readList(path: string): AsyncIterable<string> {
  return createInterface({ input: createReadStream(path, 'utf8'), crlfDelay: Infinity })
}

export async function forgetOldLists(folder: string): Promise<void> {
  const old = (await checkpointNumbers(folder, 'heads')).slice(0, -keptLists)
  for (const number of old) await rm(listPath(folder, number), { force: true })
}
