/** Converts a scalar as JSON does: non-finite numbers to null, -0 to 0, symbols to undefined. */
export function toJsonScalar(value: unknown): unknown {
  if (typeof value === 'number') return Number.isFinite(value) ? value + 0 : null
  return typeof value === 'symbol' ? undefined : value
}
