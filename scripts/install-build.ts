import { globSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

const listFile = '.files.json'

/**
 * Moves a finished build into place beside the files of the previous one, which running processes and open pages still load on
 * first use; older files are deleted. Chunks have a hash in their name and come first, so that a process that starts meanwhile
 * finds what its entry imports.
 */
export async function installBuild(from: string, to: string): Promise<void> {
  const files = filesIn(from)
  const previous = await readList(to)
  const kept = new Set([...files, ...previous, listFile])
  for (const file of [...files.filter(isChunk), ...files.filter((path) => !isChunk(path))]) {
    await mkdir(dirname(join(to, file)), { recursive: true })
    await rename(join(from, file), join(to, file))
  }
  for (const file of filesIn(to)) if (!kept.has(file)) await rm(join(to, file))
  await writeFile(join(to, listFile), JSON.stringify(files))
}

const isChunk = (path: string) => path.startsWith('assets/')

function filesIn(folder: string): string[] {
  const entries = globSync(['**/*', '**/.*/*'], { cwd: folder, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
}

/** The files of the build that is in place. */
async function readList(folder: string): Promise<string[]> {
  const text = await readFile(join(folder, listFile), 'utf8').catch(() => null)
  return text === null ? filesIn(folder) : JSON.parse(text)
}
