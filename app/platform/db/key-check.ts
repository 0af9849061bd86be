import type { Keyring } from '#app/platform/crypto/keyring.ts'

import type { Db } from './connect.ts'

const id = 'database'
const purpose = 'key-check'

/**
 * Whether the keys belong to this database. A database without a stored probe adopts these keys.
 *
 * Without this check the server would start with a wrong key, and users would lose their second factors one by one.
 */
export async function keyMatchesDatabase(db: Db, keys: Keyring): Promise<boolean> {
  const stored = await storedProbe(db)
  if (stored) return keys.decrypt(purpose, stored, id) !== null

  await db
    .insertInto('key_checks')
    .values({ id, probe_sealed: keys.encrypt(purpose, 'foyer', id) })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
  const inserted = await storedProbe(db)
  return inserted !== undefined && keys.decrypt(purpose, inserted, id) !== null
}

async function storedProbe(db: Db): Promise<string | undefined> {
  const row = await db
    .selectFrom('key_checks')
    .select('probe_sealed')
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.probe_sealed
}
