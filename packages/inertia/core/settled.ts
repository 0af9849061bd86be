import { isPlain, isTree, type Tree } from './tree.ts'

/** True when a value can travel as it is: nothing in it is to be called, awaited or left out. */
export function isSettled(value: unknown): boolean {
  switch (typeof value) {
    case 'object':
      return !isTree(value) || isSettledTree(value)
    case 'function':
    case 'bigint':
      return false
    default:
      return true
  }
}

function isSettledTree(value: Tree): boolean {
  if (Array.isArray(value)) return value.every(isSettled)
  if (!isPlain(value)) return isOrdinaryDate(value)
  for (const key in value) if (!isSettled(value[key])) return false
  return true
}

/** One that becomes JSON in the usual way, which cannot fail. */
export function isOrdinaryDate(value: object): boolean {
  return value instanceof Date && value.toJSON === Date.prototype.toJSON
}
