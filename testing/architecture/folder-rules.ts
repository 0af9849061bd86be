import { importCycles } from './import-cycles.ts'
import { isTestFile, type SourceTree } from './source-tree.ts'

/** Folders of app/platform that every other folder may import. They import only each other. */
const lowerFolders = new Set(['lib', 'config', 'clock', 'crypto', 'i18n', 'validation'])
const maxTopLevelFiles = 6

/** Imports of the upper folders of app/platform in the lower ones. */
export function upwardImports(tree: SourceTree): string[] {
  return tree
    .filter((source) => !isTestFile(source) && lowerFolders.has(platformFolder(source.path) ?? ''))
    .flatMap(({ path, imports }) =>
      imports.flatMap(({ file }) => {
        const folder = file && platformFolder(file)
        return folder && !lowerFolders.has(folder) ? `${path} must not import ${file}` : []
      }),
    )
}

function platformFolder(path: string): string | undefined {
  return /^app\/platform\/([^/]+)\//.exec(path)?.[1]
}

/** Cycles between the folders of app/platform and app/http, types included. A file outside them counts as its own folder. */
export function folderCycles(tree: SourceTree): string[] {
  return importCycles(tree, (path) => /^app\/(?:platform|http)\/[^/]+/.exec(path)?.[0])
}

/** Cycles between files of app/platform and app/http. Only types may be imported both ways. */
export function fileCycles(tree: SourceTree): string[] {
  return importCycles(
    tree,
    (path) => /^app\/(?:platform|http)\/.+/.exec(path)?.[0],
    ({ isTypeOnly }) => !isTypeOnly,
  )
}

/** The files of app/platform outside its folders, when there are too many. */
export function crowdedTopLevel(tree: SourceTree): string[] {
  const files = tree.map(({ path }) => path).filter((path) => /^app\/platform\/[^/]+$/.test(path))
  return files.length > maxTopLevelFiles ? [files.join(', ')] : []
}
