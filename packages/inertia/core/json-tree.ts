export type Tree = Record<string, unknown>

export function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null
}

/** Whether it is a list or an object without a class. */
export function isPlainObject(value: Tree): boolean {
  const prototype = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null || Array.isArray(value)
}

export function hasToJson(value: Tree): value is Tree & { toJSON(key: string): unknown } {
  return typeof value.toJSON === 'function'
}

export function isThenable(value: object): value is PromiseLike<unknown> {
  return 'then' in value && typeof value.then === 'function'
}
