import { mkdir, open, readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

import type { Config } from '#app/platform/config/config.ts'
import { nullIfMissing } from '#app/platform/lib/null-if-missing.ts'

import { type PhotoSize, photoSizes } from './process-photo.ts'

type StorageConfig = Pick<Config, 'storageDir'>

/** Writes the files of a new photo id. Existing files are never overwritten. */
export async function writePhoto(
  config: StorageConfig,
  photoId: string,
  images: Record<PhotoSize, Buffer>,
): Promise<void> {
  await mkdir(photosDirectory(config), { recursive: true, mode: 0o700 })
  for (const size of photoSizes) await writeDurably(photoPath(config, photoId, size), images[size])
}

/** @returns null when the file is missing, as after a restore without the photos */
export function readPhoto(
  config: StorageConfig,
  photoId: string,
  size: PhotoSize,
): Promise<Buffer | null> {
  return readFile(photoPath(config, photoId, size)).catch(nullIfMissing)
}

export async function removePhotoFiles(config: StorageConfig, photoId: string): Promise<void> {
  await Promise.all(photoSizes.map((size) => rm(photoPath(config, photoId, size), { force: true })))
}

/** Ids of the photos last written before `before` (Unix milliseconds). */
export async function photosOlderThan(config: StorageConfig, before: number): Promise<string[]> {
  const names = (await readdir(photosDirectory(config)).catch(nullIfMissing)) ?? []
  const photoIds = new Set<string>()
  for (const name of names) {
    const file = await stat(join(photosDirectory(config), name)).catch(nullIfMissing)
    if (file && file.mtimeMs < before) photoIds.add(name.replace(/-\d+\.webp$/, ''))
  }
  return [...photoIds]
}

/** File paths relative to the storage folder. */
export function photoPaths(photoId: string): string[] {
  return photoSizes.map((size) => photoPath({ storageDir: '' }, photoId, size))
}

function photosDirectory({ storageDir }: StorageConfig): string {
  return join(storageDir, 'photos')
}

function photoPath(config: StorageConfig, photoId: string, size: PhotoSize): string {
  return join(photosDirectory(config), `${photoId}-${size}.webp`)
}

async function writeDurably(file: string, content: Buffer): Promise<void> {
  const handle = await open(file, 'wx', 0o600)
  try {
    await handle.writeFile(content)
    await handle.sync()
  } finally {
    await handle.close()
  }
}
