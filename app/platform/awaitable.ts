/**
 * What is there, or comes later. SQLite answers at once: a page that waits for nothing else is sent without a turn of the
 * event loop. packages/inertia has the same for props: it knows nothing of databases, nor these of pages.
 */
export type Awaitable<T> = T | Promise<T>

/** `use(value)`, at once when the value is there. */
export function after<T, U>(value: Awaitable<T>, use: (value: T) => Awaitable<U>): Awaitable<U> {
  return value instanceof Promise ? value.then(use) : use(value)
}
