/** A field's first message, or all of them. */
export type ErrorMessages = string | string[]
export type FieldErrors = Record<string, ErrorMessages>
/** Messages by field, and error bags by name. */
export type Errors = Record<string, ErrorMessages | FieldErrors>

/** Data stored for the next page a person sees. */
export interface FlashData {
  flash?: Record<string, unknown>
  errors?: Errors
  clearHistory?: true
  preserveFragment?: true
}

export function isEmptyFlash(flashData: FlashData): boolean {
  return (
    !hasKeys(flashData.flash) &&
    !hasKeys(flashData.errors) &&
    !flashData.clearHistory &&
    !flashData.preserveFragment
  )
}

export function hasKeys(map: object | undefined): boolean {
  for (const _ in map) return true
  return false
}

/** Merges flash data. Newer values and messages win. */
export function mergeFlash(older: FlashData, newer: FlashData): FlashData {
  const merged: FlashData = { ...older, ...newer }
  if (older.flash && newer.flash) merged.flash = { ...older.flash, ...newer.flash }
  if (older.errors && newer.errors) merged.errors = mergeErrors(older.errors, newer.errors)
  return merged
}

function mergeErrors(older: Errors, newer: Errors): Errors {
  const merged: [string, ErrorMessages | FieldErrors][] = Object.entries(newer).map(
    ([key, value]) => {
      const existing = Object.hasOwn(older, key) ? older[key] : undefined
      return [key, isErrorBag(existing) && isErrorBag(value) ? { ...existing, ...value } : value]
    },
  )
  return { ...older, ...Object.fromEntries(merged) }
}

/** Moves messages without a bag into the bag the visit names. */
export function errorsInBag(errors: Errors, bag: string | null): Errors {
  if (bag === null) return errors
  const entries = Object.entries(errors)
  const unbagged = entries.filter(
    (entry): entry is [string, ErrorMessages] => !isErrorBag(entry[1]),
  )
  if (unbagged.length === 0) return errors
  const bags = entries.filter(([, value]) => isErrorBag(value))
  return mergeErrors({ [bag]: Object.fromEntries(unbagged) }, Object.fromEntries(bags))
}

function isErrorBag(value: ErrorMessages | FieldErrors | undefined): value is FieldErrors {
  return typeof value === 'object' && !Array.isArray(value)
}
