import { postgresCode } from './postgres-errors.ts'

const sqliteConstraintUnique = 2067

export function isUniqueViolation(error: unknown): boolean {
  const hasErrorCode = error instanceof Error && 'errcode' in error
  return (
    (hasErrorCode && error.errcode === sqliteConstraintUnique) || postgresCode(error) === '23505'
  )
}
