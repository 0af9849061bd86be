import type { Readable } from 'node:stream'

import type { Config } from '#app/platform/config/config.ts'
import { ConfigError } from '#app/platform/config/env-reader.ts'

import { localFileStore } from './local-file-store.ts'

/** Photos and finished exports: the storage folder, or a bucket that all servers share. */
export interface FileStore {
  /** Stores a file durably, under a name that was never used. @throws Unavailable when the bucket does not answer */
  write(path: string, content: Buffer): Promise<void>
  /** Stores a file of this machine and removes it there. */
  moveIn(localFile: string, path: string): Promise<void>
  /** @returns null when the file is missing */
  read(path: string): Promise<Buffer | null>
  /** @returns null when the file is missing */
  open(path: string): Promise<Readable | null>
  /** A missing file is no error. */
  remove(path: string): Promise<void>
  list(folder: string): AsyncIterable<StoredFile>
  /** @returns why files cannot be read, for the operator; null when they can */
  problem(): Promise<StorageProblem | null>
}

export interface StoredFile {
  name: string
  /** Unix milliseconds. */
  modifiedAt: number
}

export interface StorageProblem {
  /** False when the bucket may recover. */
  isPermanent: boolean
  message: string
}

/** Loads the client of the bucket only when one is configured. */
export async function createFileStore({
  storageDir,
  bucket,
}: Pick<Config, 'storageDir' | 'bucket'>): Promise<FileStore> {
  if (!bucket) return localFileStore(storageDir)
  const { bucketFileStore } = await import('./bucket-file-store.ts')
  return bucketFileStore(bucket)
}

/** @throws ConfigError when the bucket rejects us. The server starts if it is unreachable, since it may recover. */
export async function openFileStore(
  config: Pick<Config, 'storageDir' | 'bucket'>,
  log: { error(details: object, message: string): void },
): Promise<FileStore> {
  const files = await createFileStore(config)
  const problem = await files.problem()
  if (problem?.isPermanent)
    throw new ConfigError([`STORAGE_URL cannot be used: ${problem.message}`])
  if (problem) log.error({ reason: problem.message }, 'object storage unreachable')
  return files
}
