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

import { newId } from '#app/platform/lib/ids.ts'

/** Creates the storage folder with mode 700. */
export function createStorageDir(storageDir: string): void {
  createDirRecursive(resolve(storageDir))
}

/** mkdir's own `recursive` never returns where the system rejects a folder with ENOENT, as in /proc. */
function createDirRecursive(path: string): void {
  try {
    createDir(path)
  } catch (error) {
    if (!hasErrorCode(error, 'ENOENT')) throw error
    createDirRecursive(dirname(path))
    createDir(path)
  }
}

/** Accepts an existing folder: another starting process may create it at the same time. */
function createDir(path: string): void {
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    if (!hasErrorCode(error, 'EEXIST') || !statSync(path).isDirectory()) throw error
  }
}

/**
 * Reads a key file of the storage folder, one key per line: the current one, then the replaced ones. Creates folder and file
 * when missing. Processes that start concurrently all return the same keys.
 */
export function readOrCreateKeys(storageDir: string, name: string): Buffer[] {
  createStorageDir(storageDir)
  const path = join(storageDir, name)
  return readKeys(path) ?? createKeyFile(path)
}

export function readKeys(path: string): Buffer[] | null {
  try {
    const lines = readFileSync(path, 'utf8').trim().split(/\s+/)
    return lines.map((line) => Buffer.from(line, 'base64'))
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return null
    throw error
  }
}

/** Replaces the file atomically: a concurrent reader gets the old keys or the new ones. */
export function writeKeys(path: string, keys: Buffer[]): void {
  const temporaryPath = `${path}.${newId()}`
  try {
    writeDurably(temporaryPath, serializeKeys(keys))
    renameSync(temporaryPath, path)
  } finally {
    unlinkIfExists(temporaryPath)
  }
}

/** A hard link is atomic and fails when another process created the file first. */
function createKeyFile(path: string): Buffer[] {
  const temporaryPath = `${path}.${newId()}`
  try {
    writeDurably(temporaryPath, serializeKeys([randomBytes(32)]))
    linkSync(temporaryPath, path)
  } catch (error) {
    if (!hasErrorCode(error, 'EEXIST')) throw error
  } finally {
    unlinkIfExists(temporaryPath)
  }
  const keys = readKeys(path)
  if (!keys) throw new Error(`${path} was removed while it was being created`)
  return keys
}

function serializeKeys(keys: Buffer[]): string {
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

function unlinkIfExists(path: string): void {
  try {
    unlinkSync(path)
  } catch (error) {
    if (!hasErrorCode(error, 'ENOENT')) throw error
  }
}

function hasErrorCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
