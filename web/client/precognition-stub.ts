/**
 * Stands in for laravel-precognition, 4 kB that the Inertia client brings along for forms that are checked while one
 * types. No form of ours is. The first that wants it: remove the alias in vite.config.ts.
 */
export const client = {}

export function createValidator(): never {
  throw new Error('Live validation is not in this bundle: see vite.config.ts.')
}

export function resolveName(): never {
  return createValidator()
}

export function toSimpleValidationErrors(): never {
  return createValidator()
}
