import type { FieldErrors, Message } from './carried.ts'

/**
 * The messages a live validation asked about.
 *
 * @param only  field names; `*` stands for one segment. null: all fields
 */
export function errorsAskedFor(
  errors: FieldErrors,
  only: readonly string[] | null,
): Record<string, string[]> {
  const asked = only === null ? null : fieldTest(only)
  const entries = Object.entries(errors)
    .filter(([field]) => asked === null || asked(field))
    .map(([field, message]): [string, string[]] => [field, list(message)])
  return Object.fromEntries(entries)
}

function fieldTest(only: readonly string[]): (field: string) => boolean {
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

function list(message: Message): string[] {
  return typeof message === 'string' ? [message] : message
}
