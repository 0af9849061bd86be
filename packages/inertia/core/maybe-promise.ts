import type { MaybePromise } from './prop-types.ts'

/** `use(value)`, at once when the value is there: most pages wait for nothing. */
export function whenReady<T, U>(
  value: MaybePromise<T>,
  transform: (value: T) => MaybePromise<U>,
): MaybePromise<U> {
  return value instanceof Promise ? value.then(transform) : transform(value)
}

/** What `attempt` gives, or, when it throws now or later, what `rescue` gives. */
export function recoverWith<T>(
  attempt: () => MaybePromise<T>,
  onError: (error: unknown) => MaybePromise<T>,
): MaybePromise<T> {
  try {
    const result = attempt()
    return result instanceof Promise ? result.catch(onError) : result
  } catch (error) {
    return onError(error)
  }
}
