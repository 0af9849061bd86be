import { msg, type Translator } from '@foyer/i18n'

import type { Db } from '#app/platform/db/connect.ts'
import { toIso } from '#app/platform/lib/iso-time.ts'
import { parseUserAgent, deviceName } from '#app/platform/lib/user-agent.ts'

import { authenticatorName } from './authenticator-names.ts'
import type { PasskeyRow } from './pages.ts'

export { verifySecondFactor } from './authenticate-with-passkey.ts'
export { maxCredentialBytes, optionsLimits, verificationLimits } from './limits.ts'
export { type RegistrationFlow, storeFirstPasskey, verifyNewPasskey } from './store-passkey.ts'
export {
  type Assertion,
  type Attestation,
  PasskeyAssertionForm,
  PasskeyRegistrationForm,
} from './passkey-forms.ts'
export { isPasskeyOffered, offerDeclinedColumn } from './passkey-offer.ts'
export { removalNotice, type RemovedPasskey, removePasskeys } from './remove-passkey.ts'
export { secondFactorOptions, signUpOptions } from './webauthn-options.ts'
export { relyingParty, type RelyingParty } from './webauthn.ts'

/** The account's passkeys, most recently used first. */
export async function passkeys(db: Db, userId: string): Promise<PasskeyRow[]> {
  const rows = await db
    .selectFrom('passkeys')
    .select(['id', 'name', 'aaguid', 'synced', 'second_factor_only', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .orderBy(({ fn }) => fn.coalesce('last_used_at', 'created_at'), 'desc')
    .orderBy('id', 'desc')
    .execute()

  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    kind: authenticatorName(row.aaguid),
    isSynced: row.synced === 1,
    isSecondFactorOnly: row.second_factor_only === 1,
    addedAt: toIso(row.created_at),
    lastUsedAt: toIso(row.last_used_at),
  }))
}

/** Whether the account has a passkey or security key. */
export async function hasPasskey(db: Db, userId: string): Promise<boolean> {
  return (await anyPasskey(db, userId).executeTakeFirst()) !== undefined
}

/** Whether the account has a passkey that signs in alone. */
export async function hasSignInPasskey(db: Db, userId: string): Promise<boolean> {
  const passkey = await anyPasskey(db, userId)
    .where('second_factor_only', '=', 0)
    .executeTakeFirst()
  return passkey !== undefined
}

function anyPasskey(db: Db, userId: string) {
  return db.selectFrom('passkeys').select('id').where('user_id', '=', userId).limit(1)
}

/** Names a new passkey after the browser that created it; a security key is in none. */
export function defaultPasskeyName(
  t: Translator,
  { userAgent, secondFactorOnly }: { userAgent: string | null; secondFactorOnly?: boolean },
): string {
  if (secondFactorOnly) return t('Security key')
  return t(deviceName(parseUserAgent(userAgent)) ?? msg('Passkey'))
}
