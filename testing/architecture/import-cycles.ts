import { type Import, isTestFile, type SourceTree } from './source-tree.ts'

/**
 * Import cycles between groups of files, each as `a -> b -> a`.
 *
 * @param groupOf  undefined for files that do not count
 */
export function importCycles(
  tree: SourceTree,
  groupOf: (path: string) => string | undefined,
  counts: (imported: Import) => boolean = () => true,
): string[] {
  const targets = new Map<string, Set<string>>()
  for (const source of tree.filter((each) => !isTestFile(each))) {
    const from = groupOf(source.path)
    if (from === undefined) continue
    const known = targets.get(from) ?? new Set()
    for (const { file } of source.imports.filter(counts)) {
      const to = file === null ? undefined : groupOf(file)
      if (to !== undefined && to !== from) known.add(to)
    }
    targets.set(from, known)
  }
  return cyclesIn(targets)
}

/** Finds at least one cycle of every group of nodes that reach each other. */
function cyclesIn(targets: Map<string, Set<string>>): string[] {
  const cycles: string[] = []
  const visited = new Set<string>()
  function visit(node: string, path: string[]): void {
    if (path.includes(node)) {
      cycles.push([...path.slice(path.indexOf(node)), node].join(' -> '))
      return
    }
    if (visited.has(node)) return
    for (const next of targets.get(node) ?? []) visit(next, [...path, node])
    visited.add(node)
  }
  for (const node of [...targets.keys()].toSorted()) visit(node, [])
  return cycles
}
