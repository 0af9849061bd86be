import { postgresCode } from './postgres-errors.ts'

/** SQLite's SQLITE_CONSTRAINT_UNIQUE. */
const unique = 2067

/** Whether a statement failed because another row has the same unique value: someone else was first. */
export function isTaken(error: unknown): boolean {
  const isNumbered = error instanceof Error && 'errcode' in error
  return (isNumbered && error.errcode === unique) || postgresCode(error) === '23505'
}
