import type { Awaitable } from './awaitable.ts'

/** Loads when it is first asked for, and once. */
export function later<T extends object>(load: () => Awaitable<T>): () => Awaitable<T> {
  let loaded: Awaitable<T> | undefined
  return () => (loaded ??= load())
}
