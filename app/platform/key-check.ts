import type { Db } from './db/connect.ts'
import type { Keyring } from './keys.ts'

const id = 'database'
const purpose = 'key-check'

/**
 * Whether the keys are those of this database. A database that was never asked takes these for its own.
 *
 * Without it a wrong key would look like a start, and then like lost second factors, one person at a time.
 */
export async function keyFits(db: Db, keys: Keyring): Promise<boolean> {
  const known = await probe(db)
  if (known) return keys.open(purpose, known, id) !== null

  await db
    .insertInto('key_checks')
    .values({ id, probe_sealed: keys.seal(purpose, 'foyer', id) })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
  const first = await probe(db)
  return first !== undefined && keys.open(purpose, first, id) !== null
}

async function probe(db: Db): Promise<string | undefined> {
  const row = await db
    .selectFrom('key_checks')
    .select('probe_sealed')
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.probe_sealed
}
