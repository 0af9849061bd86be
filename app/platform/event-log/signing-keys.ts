import type { Keyring } from '#app/platform/crypto/keyring.ts'
import type { Db, Tx } from '#app/platform/db/connect.ts'

import type { SigningKey, SigningKeys } from './hash-chain.ts'

const purpose = 'record'
/** As in `sealedColumns`. */
const encryptionPurpose = 'record-key'

/** By what a database shares with its transactions. */
const keysByDatabase = new WeakMap<
  object,
  { current: SigningKey; all: SigningKeys; keys: Keyring }
>()

/** From now on this key signs what is recorded in the database. Said once, when it was opened. */
export function setSigningKeys(db: Db, keys: Keyring): void {
  const subKeys = keys.subKeys(purpose)
  const [current] = subKeys
  if (!current) throw new Error('There is always a key.')
  const all = new Map(subKeys.map(({ name, key }) => [name, key]))
  keysByDatabase.set(db.getExecutor().adapter, { current, all, keys })
}

function keysOf(db: Db) {
  const found = keysByDatabase.get(db.getExecutor().adapter)
  if (!found) throw new Error('Nothing can be recorded: the database was opened without a key.')
  return found
}

export function currentSigningKey(tx: Tx): SigningKey {
  return keysOf(tx).current
}

/** For what a record asks to be done later. */
export function keyringOf(tx: Tx): Keyring {
  return keysOf(tx).keys
}

/** The keys made of the application's present and previous ones: what almost every record was signed with. */
export function knownSigningKeys(db: Db): SigningKeys {
  return keysOf(db).all
}

/**
 * Keeps the keys that records are signed with, sealed, so that old events can be checked after the application's key was
 * changed and the old one forgotten.
 */
export async function storeSigningKeys(db: Db, keys: Keyring): Promise<void> {
  for (const { name, key } of keys.subKeys(purpose)) {
    await db
      .insertInto('record_keys')
      .values({
        name,
        key_sealed: keys.encrypt(encryptionPurpose, key.toString('base64url'), name),
      })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .execute()
  }
}

/** Also those of keys that were forgotten since. */
export async function allSigningKeys(db: Db): Promise<SigningKeys> {
  const { all, keys } = keysOf(db)
  const found = new Map(all)
  const rows = await db.selectFrom('record_keys').select(['name', 'key_sealed']).execute()
  for (const { name, key_sealed } of rows) {
    const key = keys.decrypt(encryptionPurpose, key_sealed, name)
    if (key !== null) found.set(name, Buffer.from(key, 'base64url'))
  }
  return found
}
