import type { Keyring } from '#app/platform/crypto/keyring.ts'
import { newSecret } from '#app/platform/crypto/secret-tokens.ts'
import type { Db } from '#app/platform/db/connect.ts'
import type { CurrentSession } from '#app/platform/sessions/sessions.ts'

import { promptTimeoutMs } from './limits.ts'
import { supportedAlgorithms } from './verify-webauthn-response.ts'
import { createChallenge, type ChallengeContext } from './webauthn-challenges.ts'
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
  const passkeys = await credentialsForUser(db, userId)
  return authenticationOptions(
    input,
    passkeys.filter((it) => !it.isSecondFactorOnly),
  )
}

/** Options for the step after the first factor: the account's passkeys and security keys. */
export async function secondFactorOptions(db: Db, input: OptionsInput, userId: string) {
  // A key without PIN is enough after a password. One that has a PIN still asks for it.
  return authenticationOptions(input, await credentialsForUser(db, userId), 'preferred')
}

async function authenticationOptions(
  { keys, challengeContext, party, now }: OptionsInput,
  allowCredentials: CredentialDescriptor[],
  userVerification: 'required' | 'preferred' = 'required',
) {
  const { generateAuthenticationOptions } = await loadWebauthn()
  return generateAuthenticationOptions({
    rpID: party.id,
    challenge: base64urlToBytes(createChallenge(keys, challengeContext, now)),
    allowCredentials: allowCredentials.map(({ id, transports }) => ({ id, transports })),
    userVerification,
    timeout: promptTimeoutMs,
  })
}

/** Options for creating a discoverable passkey with user verification, or a security key, which needs neither. */
export async function registrationOptions(db: Db, input: OptionsInput, user: CurrentSession) {
  const { user_id: userId, name, email } = user
  const handle = await getOrCreateUserHandle(db, userId)
  const excludeCredentials = await credentialsForUser(db, userId)
  return creationOptions(input, { name, email, handle, excludeCredentials })
}

/** Options for creating a passkey for an account that does not exist yet. */
export function signUpOptions(
  input: OptionsInput,
  owner: { name: string; email: string; handle: string },
) {
  return creationOptions(input, { ...owner, excludeCredentials: [] })
}

async function creationOptions(
  { keys, challengeContext, party, now }: OptionsInput,
  { name, email, handle, excludeCredentials }: PasskeyOwner,
) {
  const { generateRegistrationOptions } = await loadWebauthn()
  return generateRegistrationOptions({
    rpID: party.id,
    rpName: party.name,
    userID: base64urlToBytes(handle),
    userName: email,
    userDisplayName: name,
    challenge: base64urlToBytes(createChallenge(keys, challengeContext, now)),
    excludeCredentials: excludeCredentials.map(({ id, transports }) => ({ id, transports })),
    ...authenticatorKind(challengeContext.purpose),
    attestationType: 'none',
    supportedAlgorithmIDs: supportedAlgorithms,
    timeout: promptTimeoutMs,
  })
}

function authenticatorKind(purpose: ChallengeContext['purpose']) {
  if (purpose === 'security-key-registration')
    return {
      authenticatorSelection: { residentKey: 'discouraged', userVerification: 'preferred' },
      preferredAuthenticatorType: 'securityKey',
    } as const
  // Without a prompt there is no user verification; each sign-in requires it.
  const userVerification = purpose === 'automatic-registration' ? 'preferred' : 'required'
  return { authenticatorSelection: { residentKey: 'required', userVerification } } as const
}

interface PasskeyOwner {
  name: string
  email: string
  handle: string
  excludeCredentials: CredentialDescriptor[]
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
  isSecondFactorOnly: boolean
}

async function credentialsForUser(db: Db, userId: string): Promise<CredentialDescriptor[]> {
  const rows = await db
    .selectFrom('passkeys')
    .select(['credential_id', 'transports', 'second_factor_only'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    id: row.credential_id,
    transports: JSON.parse(row.transports),
    isSecondFactorOnly: row.second_factor_only === 1,
  }))
}

function base64urlToBytes(base64url: string) {
  return new Uint8Array(Buffer.from(base64url, 'base64url'))
}
