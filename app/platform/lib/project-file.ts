import { findPackageJSON } from 'node:module'
import { dirname, join } from 'node:path'

const root = dirname(findPackageJSON(import.meta.url) ?? import.meta.dirname)

/** The absolute path of a file of the repository: the server may run from its sources or as a bundle in `dist`. */
export function projectFile(path: string): string {
  return join(root, path)
}
