import type { FieldErrors, ErrorMessages } from './flash.ts'

/**
 * Filters the messages that a live validation requested.
 *
 * @param only  field names, in which `*` matches one segment; null for all fields
 */
export function requestedErrors(
  errors: FieldErrors,
  only: readonly string[] | null,
): Record<string, string[]> {
  const isRequested = only === null ? null : fieldMatcher(only)
  const entries = Object.entries(errors)
    .filter(([field]) => isRequested === null || isRequested(field))
    .map(([field, message]): [string, string[]] => [field, toList(message)])
  return Object.fromEntries(entries)
}

function fieldMatcher(only: readonly string[]): (field: string) => boolean {
  const names = new Set(only.filter((pattern) => !pattern.includes('*')))
  const patterns = only.filter((name) => name.includes('*')).map((pattern) => pattern.split('.'))
  return (field) => names.has(field) || patterns.some((pattern) => matches(pattern, field))
}

function matches(pattern: readonly string[], field: string): boolean {
  const segments = field.split('.')
  return (
    segments.length === pattern.length &&
    pattern.every((part, index) => part === '*' || part === segments[index])
  )
}

function toList(message: ErrorMessages): string[] {
  return typeof message === 'string' ? [message] : message
}
