import { randomBytes } from 'node:crypto'
import {
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  statSync,
  unlinkSync,
  writeSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'

import { newId } from './ids.ts'

/** The folder for all that is kept, its owner's alone. */
export function makeStorage(storageDir: string): void {
  makeFolder(resolve(storageDir))
}

/** Not mkdir's own `recursive`, which never ends where the system refuses a folder by saying that there is none (/proc). */
function makeFolder(path: string): void {
  try {
    makeOneFolder(path)
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error
    makeFolder(dirname(path))
    makeOneFolder(path)
  }
}

/** That it is there is enough: another process that starts may make it at the same moment. */
function makeOneFolder(path: string): void {
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    if (!hasCode(error, 'EEXIST') || !statSync(path).isDirectory()) throw error
  }
}

/**
 * The keys in a file of the storage folder, one a line: the present one, then those it replaced. Folder and file are made
 * on the first start. Processes that start at the same moment all return the same.
 */
export function storedKeys(storageDir: string, name: string): Buffer[] {
  makeStorage(storageDir)
  const path = join(storageDir, name)
  return readKeys(path) ?? makeKey(path)
}

/** Null when there is no such file. */
export function readKeys(path: string): Buffer[] | null {
  try {
    const lines = readFileSync(path, 'utf8').trim().split(/\s+/)
    return lines.map((line) => Buffer.from(line, 'base64'))
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null
    throw error
  }
}

/** Replaces the file as a whole: whoever reads it meanwhile finds the old keys or the new. */
export function writeKeys(path: string, keys: Buffer[]): void {
  const draft = `${path}.${newId()}`
  try {
    writeDurably(draft, linesOf(keys))
    renameSync(draft, path)
  } finally {
    unlinkIfThere(draft)
  }
}

/** A hard link appears whole or not at all, and refuses to replace one that another process made first. */
function makeKey(path: string): Buffer[] {
  const draft = `${path}.${newId()}`
  try {
    writeDurably(draft, linesOf([randomBytes(32)]))
    linkSync(draft, path)
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error
  } finally {
    unlinkIfThere(draft)
  }
  const made = readKeys(path)
  if (!made) throw new Error(`${path} was removed while it was being made`)
  return made
}

function linesOf(keys: Buffer[]): string {
  return keys.map((key) => `${key.toString('base64')}\n`).join('')
}

function writeDurably(path: string, text: string): void {
  const file = openSync(path, 'wx', 0o600)
  try {
    writeSync(file, text)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

function unlinkIfThere(path: string): void {
  try {
    unlinkSync(path)
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
