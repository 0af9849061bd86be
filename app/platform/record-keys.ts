import type { ChainKey, ChainKeys } from './chain.ts'
import type { Db, Tx } from './db/connect.ts'
import type { Keyring } from './keys.ts'

const purpose = 'record'
/** As in `sealedColumns`. */
const sealedAs = 'record-key'

/** By what a database shares with its transactions. */
const openedWith = new WeakMap<object, { current: ChainKey; all: ChainKeys; keys: Keyring }>()

/** From now on this key signs what is recorded in the database. Said once, when it was opened. */
export function recordWith(db: Db, keys: Keyring): void {
  const known = keys.subKeys(purpose)
  const [current] = known
  if (!current) throw new Error('There is always a key.')
  const all = new Map(known.map(({ name, key }) => [name, key]))
  openedWith.set(db.getExecutor().adapter, { current, all, keys })
}

function opened(db: Db) {
  const found = openedWith.get(db.getExecutor().adapter)
  if (!found) throw new Error('Nothing can be recorded: the database was opened without a key.')
  return found
}

export function recordKey(tx: Tx): ChainKey {
  return opened(tx).current
}

/** For what a record asks to be done later. */
export function recordKeyring(tx: Tx): Keyring {
  return opened(tx).keys
}

/** The keys made of the application's present and previous ones: what almost every record was signed with. */
export function recordKeysAtHand(db: Db): ChainKeys {
  return opened(db).all
}

/**
 * Keeps the keys that records are signed with, sealed, so that old events can be checked after the application's key was
 * changed and the old one forgotten.
 */
export async function keepRecordKeys(db: Db, keys: Keyring): Promise<void> {
  for (const { name, key } of keys.subKeys(purpose)) {
    await db
      .insertInto('record_keys')
      .values({ name, key_sealed: keys.seal(sealedAs, key.toString('base64url'), name) })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .execute()
  }
}

/** Also those of keys that were forgotten since. */
export async function everyRecordKey(db: Db): Promise<ChainKeys> {
  const { all, keys } = opened(db)
  const found = new Map(all)
  const kept = await db.selectFrom('record_keys').select(['name', 'key_sealed']).execute()
  for (const { name, key_sealed } of kept) {
    const key = keys.open(sealedAs, key_sealed, name)
    if (key !== null) found.set(name, Buffer.from(key, 'base64url'))
  }
  return found
}
