import { mkdir, open, opendir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'

import { nullIfMissing } from '#app/platform/lib/null-if-missing.ts'

import type { FileStore } from './file-store.ts'

/** Files in folders of the storage folder, which only its owner may open. */
export function localFileStore(storageDir: string): FileStore {
  const locate = (path: string) => join(storageDir, path)

  return {
    async write(path, content) {
      await createFolderOf(locate(path))
      await writeDurably(locate(path), content)
    },
    async moveIn(localFile, path) {
      await createFolderOf(locate(path))
      await rename(localFile, locate(path))
    },
    read: (path) => readFile(locate(path)).catch(nullIfMissing),
    async open(path) {
      const file = await open(locate(path)).catch(nullIfMissing)
      return file && file.createReadStream()
    },
    remove: (path) => rm(locate(path), { force: true }),
    async *list(folder) {
      for await (const { name } of (await opendir(locate(folder)).catch(nullIfMissing)) ?? []) {
        const file = await stat(locate(join(folder, name))).catch(nullIfMissing)
        if (file) yield { name, modifiedAt: file.mtimeMs }
      }
    },
    // The start and `doctor` check the folder itself.
    problem: async () => null,
  }
}

const createFolderOf = (file: string) => mkdir(dirname(file), { recursive: true, mode: 0o700 })

async function writeDurably(file: string, content: Buffer): Promise<void> {
  const handle = await open(file, 'wx', 0o600)
  try {
    await handle.writeFile(content)
    await handle.sync()
  } finally {
    await handle.close()
  }
}
