import type { Tree } from './tree.ts'

/** Stands for what is left out, until the tree around it is whole. */
export const absent = Symbol('absent')

/** What JSON would tell of: of a list every place, and nothing else. */
export function keysOf(tree: Tree): string[] {
  return Array.isArray(tree) ? Array.from(tree.keys(), String) : Object.keys(tree)
}

/** A tree of the same kind, from what was found for its keys: nothing stands for what is absent, and what JSON makes of it for `undefined`. */
export function built(like: Tree, keys: readonly string[], found: readonly unknown[]): Tree {
  const isList = Array.isArray(like)
  const items: unknown[] = []
  const tree: Tree = {}
  for (let at = 0; at < keys.length; at++) {
    const [key, value] = [keys[at] ?? '', found[at]]
    if (value === absent) continue
    if (isList) items.push(value === undefined ? null : value)
    else if (value !== undefined && key !== '__proto__') tree[key] = value
  }
  return isList ? Object.assign(items, tree) : tree
}
