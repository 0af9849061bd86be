import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'

import { ConfigError } from './environment.ts'
import { Unavailable } from './errors.ts'

/** Reads some bytes of a file, at least one whole line from each place where one begins. */
export type ReadAt = (position: number) => Promise<string>

/** 40 hexadecimal digits, a colon, a count of up to ten digits, the end of the line. */
const longestLine = 64
const samples = 64
const form = /^[0-9A-Fa-f]{40}(?::\d+)?\r?$/

/**
 * Whether a password stands in a file of stolen ones: their SHA-1 in hexadecimal, one a line, in order, with or without
 * `:count` behind. A few dozen small reads, however large the file; nothing of it is kept.
 *
 * @throws Unavailable when the file cannot be read any more
 */
export async function isBreached(file: string, password: string): Promise<boolean> {
  const wanted = createHash('sha1').update(password).digest('hex').toUpperCase()
  try {
    return await reading(file, (read, size) => holds(read, size, wanted))
  } catch (cause) {
    throw new Unavailable({ cause })
  }
}

/** @param wanted  40 hexadecimal digits in capitals */
export async function holds(read: ReadAt, size: number, wanted: string): Promise<boolean> {
  // If it is there, its line begins at or after `low` and before `high`.
  let [low, high] = [0, size]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    const line = await lineFrom(read, middle)
    if (line?.hash === wanted) return true
    if (line && line.start < high && line.hash < wanted) low = line.start + 1
    else high = middle
  }
  return false
}

/** @throws ConfigError when it could not be searched */
export async function checkBreachedPasswords(file: string | null): Promise<void> {
  const problem = file && (await breachedFault(file))
  if (problem) throw new ConfigError([`BREACHED_PASSWORDS cannot be used: ${problem}`])
}

/** Looks at a few lines all over the file. @returns why it cannot be searched and what to do about it; null when it can */
export async function breachedFault(file: string): Promise<string | null> {
  const problem = await reading(file, faultIn).catch(whyUnreadable)
  return problem?.replaceAll('<file>', file) ?? null
}

function whyUnreadable(error: NodeJS.ErrnoException): string {
  if (error.code === 'ENOENT')
    return 'there is no file at <file>. Put it back, or leave the setting out.'
  if (error.code === 'EACCES')
    return 'this user may not read <file>. Let the user of the server read it.'
  if (error.code)
    return `<file> cannot be read: ${error.message}. Put it back from where you had it.`
  return `${error.message}. ${makeItAnew}`
}

const makeItAnew = 'Make it anew: see "Stolen passwords" in docs/operations.md.'

async function faultIn(read: ReadAt, size: number): Promise<string | null> {
  let before = { start: -1, hash: '' }
  for (let at = 0; at < samples; at++) {
    const line = await lineFrom(read, Math.floor((size / samples) * at))
    if (!line && at === 0) return `the file is empty. ${makeItAnew}`
    if (!line || line.start === before.start) continue
    if (line.hash <= before.hash)
      return 'its lines are not in the order of their hashes. Run: LC_ALL=C sort -o <file> <file>'
    before = line
  }
  return null
}

/** The first line that begins there or later; null when none does. */
async function lineFrom(read: ReadAt, position: number) {
  const text = await read(Math.max(0, position - 1))
  const begins = position === 0 ? 0 : text.indexOf('\n') + 1
  if (position > 0 && begins === 0) return null
  const [line = ''] = text.slice(begins).split('\n', 1)
  if (line === '') return null
  if (!form.test(line)) throw new Error('it has a line that is no SHA-1 in hexadecimal')
  return {
    start: position === 0 ? 0 : position - 1 + begins,
    hash: line.slice(0, 40).toUpperCase(),
  }
}

async function reading<T>(
  file: string,
  use: (read: ReadAt, size: number) => Promise<T>,
): Promise<T> {
  const handle = await open(file)
  try {
    return await use(readerOf(handle), (await handle.stat()).size)
  } finally {
    await handle.close()
  }
}

function readerOf(handle: FileHandle): ReadAt {
  return async (position) => {
    const buffer = Buffer.alloc(2 * longestLine)
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, position)
    return buffer.toString('latin1', 0, bytesRead)
  }
}
