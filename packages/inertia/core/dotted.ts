import { after } from './awaitable.ts'
import type { Awaitable } from './inputs.ts'
import { Prop } from './props.ts'
import { isTree, type Tree } from './tree.ts'

export function hasDottedKeys(props: Tree): boolean {
  for (const key in props) if (key.includes('.')) return true
  return false
}

/**
 * Puts `'auth.user'` below `auth`, calling closures on the way. Keys whose first segment
 * `isWanted` refuses are dropped, so that nothing is called in vain.
 *
 * @throws TypeError when the way leads through a prop kind
 */
export function expandDotted(
  props: Tree,
  context: unknown,
  isWanted: (key: string) => boolean,
): Awaitable<Tree> {
  const own = new Set<Tree>()

  function ownCopy(value: unknown): Tree {
    if (!isTree(value)) return ownCopy({})
    if (own.has(value)) return value
    const copy = { ...value }
    own.add(copy)
    return copy
  }

  function plant(at: unknown, path: string[], value: unknown): Awaitable<Tree> {
    const tree = ownCopy(at)
    const [key = '', ...rest] = path
    const put = (child: unknown) => {
      if (key !== '__proto__') tree[key] = child
      return tree
    }
    if (rest.length === 0) return put(value)
    return after(opened(tree[key], key, context), (child) => after(plant(child, rest, value), put))
  }

  const dotted = Object.keys(props).filter((key) => key.includes('.'))
  const root = ownCopy(props)
  for (const key of dotted) delete root[key]
  return dotted
    .map((key): [string[], unknown] => [key.split('.'), props[key]])
    .filter(([[first = '']]) => isWanted(first))
    .reduce<Awaitable<Tree>>(
      (tree, [path, value]) => after(tree, (grown) => plant(grown, path, value)),
      root,
    )
}

function opened(value: unknown, key: string, context: unknown): Awaitable<unknown> {
  if (value instanceof Prop)
    throw new TypeError(`A dotted key reaches into the prop kind "${key}".`)
  return typeof value === 'function' ? value(context) : value
}
