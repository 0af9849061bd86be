import { mkdir, open, readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

import type { Config } from '#app/platform/config.ts'
import { nullIfMissing } from '#app/platform/missing-file.ts'

import { type PhotoSize, photoSizes } from './make-photo.ts'

type Place = Pick<Config, 'storageDir'>

/** Writes a new photo. Its name was never used before, so nothing is ever half replaced. */
export async function writePhoto(
  place: Place,
  photo: string,
  made: Record<PhotoSize, Buffer>,
): Promise<void> {
  await mkdir(folder(place), { recursive: true, mode: 0o700 })
  for (const size of photoSizes) await writeDurably(path(place, photo, size), made[size])
}

/** @returns null when there is no such file, as after a restore without the photos */
export function readPhoto(place: Place, photo: string, size: PhotoSize): Promise<Buffer | null> {
  return readFile(path(place, photo, size)).catch(nullIfMissing)
}

export async function removePhotoFiles(place: Place, photo: string): Promise<void> {
  await Promise.all(photoSizes.map((size) => rm(path(place, photo, size), { force: true })))
}

/** The names of photos that lie there, of those not written since `before` (Unix milliseconds). */
export async function photosOlderThan(place: Place, before: number): Promise<string[]> {
  const names = (await readdir(folder(place)).catch(nullIfMissing)) ?? []
  const old = new Set<string>()
  for (const name of names) {
    const file = await stat(join(folder(place), name)).catch(nullIfMissing)
    if (file && file.mtimeMs < before) old.add(name.replace(/-\d+\.webp$/, ''))
  }
  return [...old]
}

/** Its files, as paths inside the storage folder. */
export function photoPaths(photo: string): string[] {
  return photoSizes.map((size) => path({ storageDir: '' }, photo, size))
}

function folder({ storageDir }: Place): string {
  return join(storageDir, 'photos')
}

function path(place: Place, photo: string, size: PhotoSize): string {
  return join(folder(place), `${photo}-${size}.webp`)
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
