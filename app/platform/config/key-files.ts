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

/** The folder for all that is kept, its owner's alone. */
export function createStorageDir(storageDir: string): void {
  createDirRecursive(resolve(storageDir))
}

/** Not mkdir's own `recursive`, which never ends where the system refuses a folder by saying that there is none (/proc). */
function createDirRecursive(path: string): void {
  try {
    createDir(path)
  } catch (error) {
    if (!hasErrorCode(error, 'ENOENT')) throw error
    createDirRecursive(dirname(path))
    createDir(path)
  }
}

/** That it is there is enough: another process that starts may make it at the same moment. */
function createDir(path: string): void {
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    if (!hasErrorCode(error, 'EEXIST') || !statSync(path).isDirectory()) throw error
  }
}

/**
 * The keys in a file of the storage folder, one a line: the present one, then those it replaced. Folder and file are made
 * on the first start. Processes that start at the same moment all return the same.
 */
export function readOrCreateKeys(storageDir: string, name: string): Buffer[] {
  createStorageDir(storageDir)
  const path = join(storageDir, name)
  return readKeys(path) ?? createKeyFile(path)
}

/** Null when there is no such file. */
export function readKeys(path: string): Buffer[] | null {
  try {
    const lines = readFileSync(path, 'utf8').trim().split(/\s+/)
    return lines.map((line) => Buffer.from(line, 'base64'))
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return null
    throw error
  }
}

/** Replaces the file as a whole: whoever reads it meanwhile finds the old keys or the new. */
export function writeKeys(path: string, keys: Buffer[]): void {
  const temporaryPath = `${path}.${newId()}`
  try {
    writeDurably(temporaryPath, serializeKeys(keys))
    renameSync(temporaryPath, path)
  } finally {
    unlinkIfExists(temporaryPath)
  }
}

/** A hard link appears whole or not at all, and refuses to replace one that another process made first. */
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
  if (!keys) throw new Error(`${path} was removed while it was being made`)
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
