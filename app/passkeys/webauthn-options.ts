import type { Keyring } from '#app/platform/crypto/keyring.ts'
import { newSecret } from '#app/platform/crypto/secret-tokens.ts'
import type { Db } from '#app/platform/db/connect.ts'
import type { CurrentSession } from '#app/platform/sessions/sessions.ts'

import { createChallenge, type ChallengeContext } from './challenges.ts'
import { promptTimeoutMs } from './limits.ts'
import { supportedAlgorithms } from './verify-response.ts'
import { loadWebauthn, type RelyingParty } from './webauthn.ts'

interface OptionsInput {
  keys: Keyring
  challengeContext: ChallengeContext
  party: RelyingParty
  now: number
}

/** Options for signing in: any passkey of this relying party is accepted. */
export function loginOptions(input: OptionsInput) {
  return authenticationOptions(input, [])
}

/** Options for confirming the current user: only their own passkeys are accepted. */
export async function confirmOptions(db: Db, input: OptionsInput, userId: string) {
  return authenticationOptions(input, await credentialsForUser(db, userId))
}

async function authenticationOptions(
  { keys, challengeContext, party, now }: OptionsInput,
  allowCredentials: CredentialDescriptor[],
) {
  const { generateAuthenticationOptions } = await loadWebauthn()
  return generateAuthenticationOptions({
    rpID: party.id,
    challenge: base64urlToBytes(createChallenge(keys, challengeContext, now)),
    allowCredentials,
    userVerification: 'required',
    timeout: promptTimeoutMs,
  })
}

/** Options for creating a discoverable passkey with user verification. */
export async function registrationOptions(db: Db, input: OptionsInput, user: CurrentSession) {
  const { generateRegistrationOptions } = await loadWebauthn()
  const { keys, challengeContext, party, now } = input
  return generateRegistrationOptions({
    rpID: party.id,
    rpName: party.name,
    userID: base64urlToBytes(await getOrCreateUserHandle(db, user.user_id)),
    userName: user.email,
    userDisplayName: user.name,
    challenge: base64urlToBytes(createChallenge(keys, challengeContext, now)),
    excludeCredentials: await credentialsForUser(db, user.user_id),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    attestationType: 'none',
    supportedAlgorithmIDs: supportedAlgorithms,
    timeout: promptTimeoutMs,
  })
}

/** Returns the account's WebAuthn user handle, which all its passkeys share. */
async function getOrCreateUserHandle(db: Db, userId: string): Promise<string> {
  const selectHandle = () =>
    db.selectFrom('passkey_owners').select('handle').where('user_id', '=', userId)
  const found = await selectHandle().executeTakeFirst()
  if (found) return found.handle
  await db
    .insertInto('passkey_owners')
    .values({ user_id: userId, handle: newSecret() })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .execute()
  return (await selectHandle().executeTakeFirstOrThrow()).handle
}

interface CredentialDescriptor {
  id: string
  transports: AuthenticatorTransport[]
}

async function credentialsForUser(db: Db, userId: string): Promise<CredentialDescriptor[]> {
  const rows = await db
    .selectFrom('passkeys')
    .select(['credential_id', 'transports'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ id: row.credential_id, transports: JSON.parse(row.transports) }))
}

function base64urlToBytes(base64url: string) {
  return new Uint8Array(Buffer.from(base64url, 'base64url'))
}
