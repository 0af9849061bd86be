/** A `catch` handler that returns null for a missing file (ENOENT) and rethrows every other error. */
export function nullIfMissing(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
  throw error
}
