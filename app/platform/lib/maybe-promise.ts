/**
 * What is there, or comes later. SQLite answers at once: a page that waits for nothing else is sent without a turn of the
 * event loop. packages/inertia has the same for props: it knows nothing of databases, nor these of pages.
 */
export type MaybePromise<T> = T | Promise<T>

/** `use(value)`, at once when the value is there. */
export function whenReady<T, U>(
  value: MaybePromise<T>,
  transform: (value: T) => MaybePromise<U>,
): MaybePromise<U> {
  return value instanceof Promise ? value.then(transform) : transform(value)
}
