import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'

import { ConfigError } from '#app/platform/config/env-reader.ts'
import { Unavailable } from '#app/platform/errors.ts'
import type { Log } from '#app/platform/lib/log.ts'

import { isPwned } from './pwned-passwords.ts'

export interface BreachSources {
  /** Path of a file of breached passwords, if configured. */
  breachedPasswords: string | null
  /** URL of a service of the Pwned Passwords protocol, if configured. */
  pwnedPasswordsUrl: string | null
  log: Pick<Log, 'warn'>
}

/** @throws Unavailable when the file cannot be read; a failing service is skipped and logged */
export async function isBreached(sources: BreachSources, password: string): Promise<boolean> {
  const { breachedPasswords: file, pwnedPasswordsUrl: url, log } = sources
  return (file !== null && (await isInFile(file, password))) || isPwned({ url, log }, password)
}

/** Reads bytes at a position: enough for at least one whole line. */
export type ReadAt = (position: number) => Promise<string>

/** 40 hexadecimal digits, a colon, a count of up to ten digits, CRLF. */
const maxLineBytes = 64
const sampleCount = 64
const linePattern = /^[0-9A-Fa-f]{40}(?::\d+)?\r?$/

/**
 * Binary search in a file of breached passwords: one SHA-1 per line in hexadecimal, sorted, optionally followed by
 * `:count`. Takes a few dozen small reads, whatever the file's size; nothing is cached.
 *
 * @throws Unavailable when the file cannot be read
 */
export async function isInFile(file: string, password: string): Promise<boolean> {
  const hash = createHash('sha1').update(password).digest('hex').toUpperCase()
  try {
    return await withFile(file, (read, size) => containsHash(read, size, hash))
  } catch (cause) {
    throw new Unavailable({ cause })
  }
}

/** @param hash  40 hexadecimal digits, upper case */
export async function containsHash(read: ReadAt, size: number, hash: string): Promise<boolean> {
  // Invariant: a matching line starts at or after `low` and before `high`.
  let [low, high] = [0, size]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    const line = await firstLineAt(read, middle)
    if (line?.hash === hash) return true
    if (line && line.start < high && line.hash < hash) low = line.start + 1
    else high = middle
  }
  return false
}

export async function requireSearchableBreachFile(file: string | null): Promise<void> {
  const problem = file && (await breachFileProblem(file))
  if (problem) throw new ConfigError([`BREACHED_PASSWORDS cannot be used: ${problem}`])
}

/** Samples lines across the file. @returns the problem and how to fix it; null when the file can be searched */
export async function breachFileProblem(file: string): Promise<string | null> {
  const problem = await withFile(file, findFormatProblem).catch(describeReadError)
  return problem?.replaceAll('<file>', file) ?? null
}

function describeReadError(error: NodeJS.ErrnoException): string {
  if (error.code === 'ENOENT')
    return 'there is no file at <file>. Put it back, or leave the setting out.'
  if (error.code === 'EACCES')
    return 'this user may not read <file>. Let the user of the server read it.'
  if (error.code)
    return `<file> cannot be read: ${error.message}. Put it back from where you had it.`
  return `${error.message}. ${recreateHint}`
}

const recreateHint = 'Recreate it: see "Stolen passwords" in docs/operations.md.'

async function findFormatProblem(read: ReadAt, size: number): Promise<string | null> {
  let previous = { start: -1, hash: '' }
  for (let sample = 0; sample < sampleCount; sample++) {
    const line = await firstLineAt(read, Math.floor((size / sampleCount) * sample))
    if (!line && sample === 0) return `the file is empty. ${recreateHint}`
    if (!line || line.start === previous.start) continue
    if (line.hash <= previous.hash)
      return 'its lines are not sorted by hash. Run: LC_ALL=C sort -o <file> <file>'
    previous = line
  }
  return null
}

/** The first line that starts at or after the position; null when none does. */
async function firstLineAt(read: ReadAt, position: number) {
  const text = await read(Math.max(0, position - 1))
  const lineStart = position === 0 ? 0 : text.indexOf('\n') + 1
  if (position > 0 && lineStart === 0) return null
  const [line = ''] = text.slice(lineStart).split('\n', 1)
  if (line === '') return null
  if (!linePattern.test(line)) throw new Error('it has a line that is not a SHA-1 in hexadecimal')
  return {
    start: position === 0 ? 0 : position - 1 + lineStart,
    hash: line.slice(0, 40).toUpperCase(),
  }
}

async function withFile<T>(
  file: string,
  use: (read: ReadAt, size: number) => Promise<T>,
): Promise<T> {
  const handle = await open(file)
  try {
    return await use(chunkReader(handle), (await handle.stat()).size)
  } finally {
    await handle.close()
  }
}

function chunkReader(handle: FileHandle): ReadAt {
  return async (position) => {
    const buffer = Buffer.alloc(2 * maxLineBytes)
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, position)
    return buffer.toString('latin1', 0, bytesRead)
  }
}
