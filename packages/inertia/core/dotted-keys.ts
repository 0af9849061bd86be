import { isTree, type Tree } from './json-tree.ts'
import { whenReady } from './maybe-promise.ts'
import type { MaybePromise } from './prop-types.ts'
import { Prop } from './props.ts'

/**
 * Moves `'auth.user'` below `auth`, calling closures on the way. Drops keys whose first segment `isIncluded` rejects.
 *
 * @throws TypeError when the path leads through a prop kind
 */
export function expandDottedKeys(
  props: Tree,
  context: unknown,
  isIncluded: (key: string) => boolean,
): MaybePromise<Tree> {
  const dotted = Object.keys(props).filter((key) => key.includes('.'))
  if (dotted.length === 0) return props
  const copies = new Set<Tree>()

  function copyOnce(value: unknown): Tree {
    if (!isTree(value)) return copyOnce({})
    if (copies.has(value)) return value
    const copy = { ...value }
    copies.add(copy)
    return copy
  }

  function setPath(target: unknown, path: string[], value: unknown): MaybePromise<Tree> {
    const tree = copyOnce(target)
    const [key = '', ...rest] = path
    const setChild = (child: unknown) => {
      if (key !== '__proto__') tree[key] = child
      return tree
    }
    if (rest.length === 0) return setChild(value)
    return whenReady(callIfClosure(tree[key], key, context), (child) =>
      whenReady(setPath(child, rest, value), setChild),
    )
  }

  const root = copyOnce(props)
  for (const key of dotted) delete root[key]
  return dotted
    .map((key): [string[], unknown] => [key.split('.'), props[key]])
    .filter(([[first = '']]) => isIncluded(first))
    .reduce<MaybePromise<Tree>>(
      (tree, [path, value]) => whenReady(tree, (grown) => setPath(grown, path, value)),
      root,
    )
}

function callIfClosure(value: unknown, key: string, context: unknown): MaybePromise<unknown> {
  if (value instanceof Prop)
    throw new TypeError(`A dotted key must not reach into the prop kind "${key}".`)
  return typeof value === 'function' ? value(context) : value
}
