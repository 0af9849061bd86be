import { createHash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { cp, mkdir, readdir, stat, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'

import type { Config } from '#app/platform/config/config.ts'
import { keyFingerprint } from '#app/platform/crypto/keyring.ts'

import { type Command, CommandFailed } from './command.ts'
import { copyDatabase } from './copy-database.ts'

/** Folders of the storage that a backup leaves out: mail that was sent, files that can be made again, older backups. */
const excludedFolders = new Set(['backups', 'exports', 'mail'])

export const backUp: Command = {
  usage: '[<folder>]',
  summary: 'copies database and photos as they are at one moment, while the server runs',
  details: `Into a new folder, storage/backups/<time> if not said. The application's key is not in it: keep that apart, because
what is encrypted in the one opens only with the other. manifest.json names the key, and the SHA-256 of every file.
To restore: see docs/operations.md.`,
  args: { min: 0, max: 1 },
  isMutating: false,
  async run({ args, config, now, database }) {
    await database()
    const stamp = new Date(now).toISOString().replaceAll(':', '-').slice(0, 19)
    const folder = resolve(args[0] ?? join(config.storageDir, 'backups', stamp))
    await createFolder(folder)

    // Photos before and after: one that the copied database knows was there at one of the two moments.
    await copyFolders(config, folder)
    const counts = await copyDatabase(config.databaseUrl, folder)
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

function nextSteps(folder: string, { appKeyFile, storageDir }: Config): string[] {
  const isInside = folder.startsWith(`${resolve(storageDir)}/`)
  const key = appKeyFile ?? 'APP_KEY of the environment'
  return [
    `Backed up into ${folder}`,
    ...(isInside ? ['It is on the same disk as the original. Copy it elsewhere.'] : []),
    `Its key is not in it. Keep ${key} in another safe place: nothing encrypted opens without it.`,
    `Nor is ${join(storageDir, 'checkpoint.key')}, which signs the checkpoints of all records. Keep it there too.`,
  ]
}

async function createFolder(folder: string): Promise<void> {
  await mkdir(dirname(folder), { recursive: true, mode: 0o700 })
  await mkdir(folder, { mode: 0o700 }).catch((error: unknown) => {
    if (existsSync(folder))
      throw new CommandFailed(`${folder} is there already. Name a new folder.`)
    throw error
  })
}

async function copyFolders({ storageDir }: Config, folder: string): Promise<void> {
  const entries = await readdir(storageDir, { withFileTypes: true })
  const folders = entries.filter((entry) => entry.isDirectory() && !excludedFolders.has(entry.name))
  for (const { name } of folders) {
    await cp(join(storageDir, name), join(folder, name), {
      recursive: true,
      // One that was removed while we looked is no loss.
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
