import type { Tree } from './tree.ts'

/** Stands for what is left out, until the tree around it is whole. */
export const absent = Symbol('absent')

export function copyOf(tree: Tree): Tree {
  return Array.isArray(tree) ? Object.assign([], tree) : { ...tree }
}

/** Nothing stands for what was left out. */
export function compact(tree: Tree): Tree {
  if (Array.isArray(tree)) {
    let kept = 0
    for (const item of tree) if (item !== absent) tree[kept++] = item
    tree.length = kept
    return tree
  }
  const kept: Tree = {}
  for (const key of Object.keys(tree)) if (tree[key] !== absent) kept[key] = tree[key]
  return kept
}

/** What JSON makes of `undefined`. */
export function nothingIn(tree: Tree): unknown {
  return Array.isArray(tree) ? null : absent
}
