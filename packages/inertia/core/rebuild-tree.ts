import type { Tree } from './json-tree.ts'

/** Marks omitted values until the tree around them is rebuilt. */
export const omitted = Symbol('omitted')

/** The keys that JSON serializes: every index of a list, or an object's own keys. */
export function jsonKeys(tree: Tree): string[] {
  return Array.isArray(tree) ? Array.from(tree.keys(), String) : Object.keys(tree)
}

/** Rebuilds a tree without omitted values. In a list, `undefined` becomes null as in JSON. */
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
