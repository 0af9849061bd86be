import { isPlain, isTree, type Tree } from './tree.ts'

/** True when a value is already what its JSON says: nothing in it is to be called, awaited, converted or left out. */
export function isSettled(value: unknown): boolean {
  switch (typeof value) {
    case 'object':
      return !isTree(value) || isSettledTree(value)
    case 'number':
      return Number.isFinite(value) && !Object.is(value, -0)
    case 'string':
    case 'boolean':
      return true
    default:
      return false
  }
}

function isSettledTree(value: Tree): boolean {
  if (Array.isArray(value)) return value.every(isSettled)
  if (!isPlain(value)) return false
  for (const key in value) if (!isSettled(value[key])) return false
  return true
}
