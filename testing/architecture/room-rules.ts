import { importCycles } from './import-cycles.ts'
import { isTestFile, type SourceTree } from './source-tree.ts'

/** The rooms of app/platform that every other may import. They import only each other. */
const lowerRooms = new Set(['lib', 'config', 'clock', 'crypto', 'i18n', 'validation'])
const maxTopLevelFiles = 6

/** Imports of the upper rooms of app/platform in the lower ones. */
export function upwardImports(tree: SourceTree): string[] {
  return tree
    .filter((source) => !isTestFile(source) && lowerRooms.has(platformRoom(source.path) ?? ''))
    .flatMap(({ path, imports }) =>
      imports.flatMap(({ file }) => {
        const room = file && platformRoom(file)
        return room && !lowerRooms.has(room) ? `${path} must not import ${file}` : []
      }),
    )
}

function platformRoom(path: string): string | undefined {
  return /^app\/platform\/([^/]+)\//.exec(path)?.[1]
}

/** Cycles between the rooms of app/platform and app/http, types included. A file outside the rooms is its own room. */
export function roomCycles(tree: SourceTree): string[] {
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

/** The files of app/platform outside its rooms, when there are too many. */
export function crowdedTopLevel(tree: SourceTree): string[] {
  const files = tree.map(({ path }) => path).filter((path) => /^app\/platform\/[^/]+$/.test(path))
  return files.length > maxTopLevelFiles ? [files.join(', ')] : []
}
