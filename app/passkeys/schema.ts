import type { Generated } from 'kysely'

export interface PasskeysSchema {
  passkeys: PasskeysTable
  passkey_owners: PasskeyOwnersTable
  webauthn_challenges: WebauthnChallengesTable
  passkey_offers: PasskeyOffersTable
}

export interface PasskeysTable {
  /** Public: appears in lists and URLs. */
  id: string
  user_id: string
  name: string
  /** WebAuthn credential id, base64url. Unique over all accounts. */
  credential_id: string
  /** COSE, base64url. */
  public_key: string
  /** Highest signature counter seen; 0 for authenticators that do not count. */
  counter: number
  /** JSON list of WebAuthn transports, from the browser. */
  transports: string
  /** The authenticator's model, a UUID; all zeros when unknown. */
  aaguid: string
  /** Backed up to more than one device. */
  synced: number
  /** 1 for a security key, which is accepted after a password or a provider only. */
  second_factor_only: Generated<number>
  created_at: number
  last_used_at: number | null
}

export interface PasskeyOwnersTable {
  user_id: string
  /** 32 random bytes, base64url: unrelated to the user and to any other id. */
  handle: string
}

/** Accounts whose owner answered "Not now" to the offer of a passkey. */
export interface PasskeyOffersTable {
  user_id: string
  declined_at: number
}

/** Consumed challenges. Open ones are not stored, see app/passkeys/webauthn-challenges.ts. */
export interface WebauthnChallengesTable {
  challenge_hash: string
  expires_at: number
}
