import type { Awaitable } from './awaitable.ts'

/** Loads when it is first asked for, and once; what throws at once is tried again. */
export function later<T extends object>(load: () => Awaitable<T>): () => Awaitable<T> {
  let loaded: Awaitable<T> | undefined
  return () => (loaded ??= load())
}
