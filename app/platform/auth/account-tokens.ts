import type { Keyring } from '#app/platform/crypto/keyring.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { preparedQuery } from '#app/platform/db/prepared-query.ts'
import { type MaybePromise, whenReady } from '#app/platform/lib/maybe-promise.ts'

import {
  decryptTokens,
  type OneTimeToken,
  type TokenPurpose,
  unexpiredTokens,
} from './one-time-tokens.ts'

/** The account's unexpired tokens of a purpose, newest first. */
export function accountTokens(
  db: Db,
  keys: Keyring,
  { userId, purpose, now }: AccountPurpose,
): MaybePromise<OneTimeToken[]> {
  return whenReady(accountTokenRows(db, { userId, purpose, now }), (rows) =>
    decryptTokens(keys, rows),
  )
}

/** A type alias, because `preparedQuery` needs an implicit index signature, which interfaces lack. */
type AccountPurpose = { userId: string; purpose: TokenPurpose; now: number }

const accountTokenRows = preparedQuery((db: Db, { userId, purpose, now }: AccountPurpose) =>
  unexpiredTokens(db, purpose, now).where('user_id', '=', userId).orderBy('id', 'desc'),
)
