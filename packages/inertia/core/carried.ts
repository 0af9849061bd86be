/** The first message of a field, or all of them. */
export type Message = string | string[]
export type FieldErrors = Record<string, Message>
/** Messages by field, and below the name of a bag. */
export type Errors = Record<string, Message | FieldErrors>

/** What waits for the next page a person sees. */
export interface Carried {
  flash?: Record<string, unknown>
  errors?: Errors
  clearHistory?: true
  preserveFragment?: true
}

export function isEmpty(carried: Carried): boolean {
  return (
    !hasKeys(carried.flash) &&
    !hasKeys(carried.errors) &&
    !carried.clearHistory &&
    !carried.preserveFragment
  )
}

export function hasKeys(map: object | undefined): boolean {
  for (const _ in map) return true
  return false
}

/** Newer flash values and messages win. */
export function mergeCarried(older: Carried, newer: Carried): Carried {
  const merged: Carried = { ...older, ...newer }
  if (older.flash && newer.flash) merged.flash = { ...older.flash, ...newer.flash }
  if (older.errors && newer.errors) merged.errors = mergeErrors(older.errors, newer.errors)
  return merged
}

function mergeErrors(older: Errors, newer: Errors): Errors {
  const merged: [string, Message | FieldErrors][] = Object.entries(newer).map(([key, value]) => {
    const known = Object.hasOwn(older, key) ? older[key] : undefined
    return [key, isBag(known) && isBag(value) ? { ...known, ...value } : value]
  })
  return { ...older, ...Object.fromEntries(merged) }
}

/** Messages of no bag belong to the bag the visit names. */
export function errorsInBag(errors: Errors, bag: string | null): Errors {
  if (bag === null) return errors
  const entries = Object.entries(errors)
  const loose = entries.filter((entry): entry is [string, Message] => !isBag(entry[1]))
  if (loose.length === 0) return errors
  const bags = entries.filter(([, value]) => isBag(value))
  return mergeErrors({ [bag]: Object.fromEntries(loose) }, Object.fromEntries(bags))
}

function isBag(value: Message | FieldErrors | undefined): value is FieldErrors {
  return typeof value === 'object' && !Array.isArray(value)
}
