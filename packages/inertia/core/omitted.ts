import type { Tree } from './tree.ts'

/** Stands for what is left out, until the tree around it is whole. */
export const omitted = Symbol('absent')

/** What JSON would tell of: of a list every place, and nothing else. */
export function jsonKeys(tree: Tree): string[] {
  return Array.isArray(tree) ? Array.from(tree.keys(), String) : Object.keys(tree)
}

/** A tree of the same kind, from what was found for its keys: nothing stands for what is absent, and what JSON makes of it for `undefined`. */
export function rebuildTree(
  original: Tree,
  keys: readonly string[],
  values: readonly unknown[],
): Tree {
  const isList = Array.isArray(original)
  const items: unknown[] = []
  const tree: Tree = {}
  for (let index = 0; index < keys.length; index++) {
    const [key, value] = [keys[index] ?? '', values[index]]
    if (value === omitted) continue
    if (isList) items.push(value === undefined ? null : value)
    else if (value !== undefined && key !== '__proto__') tree[key] = value
  }
  return isList ? Object.assign(items, tree) : tree
}
