import { postgresCode } from './postgres-errors.ts'

/** SQLite's SQLITE_CONSTRAINT_UNIQUE. */
const sqliteConstraintUnique = 2067

/** Whether a statement failed because another row has the same unique value: someone else was first. */
export function isUniqueViolation(error: unknown): boolean {
  const hasErrorCode = error instanceof Error && 'errcode' in error
  return (
    (hasErrorCode && error.errcode === sqliteConstraintUnique) || postgresCode(error) === '23505'
  )
}
