import type { MaybePromise } from './maybe-promise.ts'

/** Loads when it is first asked for, and once; what throws at once is tried again. */
export function lazy<T extends object>(load: () => MaybePromise<T>): () => MaybePromise<T> {
  let cached: MaybePromise<T> | undefined
  return () => (cached ??= load())
}
