import type { Awaitable } from './inputs.ts'

/** `use(value)`, at once when the value is there: most pages wait for nothing. */
export function after<T, U>(value: Awaitable<T>, use: (value: T) => Awaitable<U>): Awaitable<U> {
  return value instanceof Promise ? value.then(use) : use(value)
}

/** What `attempt` gives, or, when it throws now or later, what `rescue` gives. */
export function recover<T>(
  attempt: () => Awaitable<T>,
  rescue: (error: unknown) => Awaitable<T>,
): Awaitable<T> {
  try {
    const result = attempt()
    return result instanceof Promise ? result.catch(rescue) : result
  } catch (error) {
    return rescue(error)
  }
}
