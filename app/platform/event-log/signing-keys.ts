import type { Keyring } from '#app/platform/crypto/keyring.ts'
import type { Db, Tx } from '#app/platform/db/connect.ts'

import type { SigningKey, SigningKeys } from './hash-chain.ts'

const purpose = 'record'
/** The same purpose as in `coreEncryptedColumns`. */
const encryptionPurpose = 'record-key'

/** Keyed by Kysely adapter, which transactions share with their database. */
const keysByDatabase = new WeakMap<
  object,
  { current: SigningKey; all: SigningKeys; keys: Keyring }
>()

/** Sets the keys that sign and verify events of this database. Call once after opening it. */
export function setSigningKeys(db: Db, keys: Keyring): void {
  const subKeys = keys.subKeys(purpose)
  const [current] = subKeys
  if (!current) throw new Error('The keyring has no keys')
  const all = new Map(subKeys.map(({ name, key }) => [name, key]))
  keysByDatabase.set(db.getExecutor().adapter, { current, all, keys })
}

function keysOf(db: Db) {
  const found = keysByDatabase.get(db.getExecutor().adapter)
  if (!found) throw new Error('setSigningKeys was not called for this database')
  return found
}

export function currentSigningKey(tx: Tx): SigningKey {
  return keysOf(tx).current
}

/** The keyring that encrypts the jobs that recording an event enqueues. */
export function keyringOf(tx: Tx): Keyring {
  return keysOf(tx).keys
}

/** The keys derived from the current and previous application keys; they verify almost every log. */
export function knownSigningKeys(db: Db): SigningKeys {
  return keysOf(db).all
}

/** Stores the signing keys encrypted, so that old events stay verifiable after an application key is rotated and forgotten. */
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
