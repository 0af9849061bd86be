import { createHash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { cp, mkdir, readdir, stat, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'

import type { Config } from '#app/platform/config/config.ts'
import { keyFingerprint } from '#app/platform/crypto/keyring.ts'

import { type Command, CommandFailed } from './command.ts'
import { copyDatabase } from './copy-database.ts'

/** Storage folders without anything to restore: sent mail, exports, older backups. */
const excludedFolders = new Set(['backups', 'exports', 'mail'])

export const backUp: Command = {
  usage: '[<folder>]',
  summary: 'copies the database and the photos while the server runs',
  details: `Writes to a new folder, by default storage/backups/<time>. The backup does not contain the application key. Store the
key separately: encrypted values cannot be read without it. manifest.json holds the key's fingerprint and the SHA-256 of
every file. To restore, see docs/operations.md.`,
  args: { min: 0, max: 1 },
  isMutating: false,
  async run({ args, config, now, database }) {
    await database()
    const stamp = new Date(now).toISOString().replaceAll(':', '-').slice(0, 19)
    const folder = resolve(args[0] ?? join(config.storageDir, 'backups', stamp))
    await createFolder(folder)

    // Copied before and after, so that every photo in the database copy is included.
    await copyFolders(config, folder)
    const counts = await copyDatabase(config.databaseSessionUrl, folder)
    await copyFolders(config, folder)

    const manifest = {
      made_at: new Date(now).toISOString(),
      key: keyFingerprint(config.appKeys.current),
      ...counts,
      files: await checksums(folder),
    }
    const options = { mode: 0o600 }
    await writeFile(
      join(folder, 'manifest.json'),
      `${JSON.stringify(manifest, null, 2)}\n`,
      options,
    )
    return { data: { folder, ...manifest }, lines: nextSteps(folder, config) }
  },
}

function nextSteps(folder: string, { appKeyFile, storageDir, bucket }: Config): string[] {
  const isInside = folder.startsWith(`${resolve(storageDir)}/`)
  const key = appKeyFile ?? 'APP_KEY from the environment'
  return [
    `Backed up to ${folder}`,
    ...(isInside ? ['The backup is on the same disk as the original. Copy it elsewhere.'] : []),
    ...(bucket
      ? [
          `Photos are in the bucket ${bucket.name} and not in the backup. Turn on its versioning, or copy it.`,
        ]
      : []),
    `The backup does not contain its key. Keep ${key} in another safe place: encrypted values cannot be read without it.`,
    `It does not contain ${join(storageDir, 'checkpoint.key')} either, which signs the checkpoints of the event logs. Keep it there too.`,
  ]
}

async function createFolder(folder: string): Promise<void> {
  await mkdir(dirname(folder), { recursive: true, mode: 0o700 })
  await mkdir(folder, { mode: 0o700 }).catch((error: unknown) => {
    if (existsSync(folder)) throw new CommandFailed(`${folder} already exists. Name a new folder.`)
    throw error
  })
}

async function copyFolders({ storageDir }: Config, folder: string): Promise<void> {
  const entries = await readdir(storageDir, { withFileTypes: true })
  const folders = entries.filter((entry) => entry.isDirectory() && !excludedFolders.has(entry.name))
  for (const { name } of folders) {
    await cp(join(storageDir, name), join(folder, name), {
      recursive: true,
      // Skips files deleted since the listing.
      filter: (path) => resolve(path) !== folder && existsSync(path),
    })
  }
}

async function checksums(folder: string): Promise<Record<string, string>> {
  const names = (await readdir(folder, { recursive: true })).toSorted()
  const result: Record<string, string> = {}
  for (const name of names) {
    const path = join(folder, name)
    if (!(await stat(path)).isFile()) continue
    const hash = createHash('sha256')
    await pipeline(createReadStream(path), hash)
    result[name] = hash.digest('hex')
  }
  return result
}
