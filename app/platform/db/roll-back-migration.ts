import type { Database } from './connect.ts'
import { appliedNames, lockMigrations, type MigrationsTable } from './migrate.ts'
import { migrations } from './migrations.ts'

export interface LastMigration {
  name: string
  /** `unknown`: a newer version of the application applied it. */
  canRollBack: 'yes' | 'no' | 'unknown'
}

/** @returns null when no migration is applied */
export async function lastMigration(
  { db }: Database,
  migrationList = migrations,
): Promise<LastMigration | null> {
  const applied = await appliedNames(db)
  const unknown = [...applied].filter((name) => !(name in migrationList)).toSorted()
  const known = Object.keys(migrationList).filter((name) => applied.has(name))
  const name = unknown.at(-1) ?? known.at(-1)
  if (name === undefined) return null
  if (unknown.length > 0) return { name, canRollBack: 'unknown' }
  return { name, canRollBack: migrationList[name]?.down ? 'yes' : 'no' }
}

/**
 * Undoes one applied migration, in one transaction with its row in the `migrations` table.
 *
 * @returns false when it is not applied, for example because another process rolled it back first
 */
export async function rollBackMigration(
  { db, dialect }: Database,
  name: string,
  migrationList = migrations,
): Promise<boolean> {
  const down = migrationList[name]?.down
  if (!down) throw new Error(`${name} has no down`)
  const migrationsDb = db.withTables<MigrationsTable>()
  return migrationsDb.transaction().execute(async (tx) => {
    await lockMigrations(tx, dialect)
    const deleted = await tx.deleteFrom('migrations').where('name', '=', name).executeTakeFirst()
    if (deleted.numDeletedRows === 0n) return false
    await down(tx)
    return true
  })
}
