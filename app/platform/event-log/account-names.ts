import type { Db } from '#app/platform/db/connect.ts'

/** The names of accounts by id. Erased accounts have none, nor do values that are no ids because of tampering. */
export async function accountNames(db: Db, values: unknown[]): Promise<Map<unknown, string>> {
  // PostgreSQL rejects NUL in a parameter.
  const ids = values.filter(
    (value): value is string => typeof value === 'string' && !value.includes('\0'),
  )
  if (ids.length === 0) return new Map()
  const users = await db.selectFrom('users').select(['id', 'name']).where('id', 'in', ids).execute()
  return new Map(users.map(({ id, name }) => [id, name]))
}
