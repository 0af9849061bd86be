import type { MaybePromise } from './maybe-promise.ts'

/** Lazy and memoized. A synchronous throw is not cached. */
export function lazy<T extends object>(load: () => MaybePromise<T>): () => MaybePromise<T> {
  let cached: MaybePromise<T> | undefined
  return () => (cached ??= load())
}
