import type { Db } from '#app/platform/db/connect.ts'
import type { Keyring } from '#app/platform/keys.ts'
import { newSecret } from '#app/platform/secrets.ts'
import type { SignedIn } from '#app/platform/sessions.ts'

import { newChallenge, type Use } from './challenges.ts'
import { algorithms } from './read-attestation.ts'
import type { RelyingParty } from './relying-party.ts'
import { webauthn } from './webauthn.ts'

interface Asking {
  keys: Keyring
  use: Use
  party: RelyingParty
  now: number
}

const timeout = 60_000

/** What the browser asks an authenticator when nobody has said who they are: any passkey of ours will do. */
export function loginOptions(asking: Asking) {
  return requestOptions(asking, [])
}

/** The same for someone we know: only their own passkeys. */
export async function confirmOptions(db: Db, asking: Asking, userId: string) {
  return requestOptions(asking, await credentialsOf(db, userId))
}

async function requestOptions({ keys, use, party, now }: Asking, allowCredentials: Credential[]) {
  const { generateAuthenticationOptions } = await webauthn()
  return generateAuthenticationOptions({
    rpID: party.id,
    challenge: bytesOf(newChallenge(keys, use, now)),
    allowCredentials,
    userVerification: 'required',
    timeout,
  })
}

/** What the browser asks for to make a passkey: one that knows its account, on a device that checks its person. */
export async function registrationOptions(db: Db, asking: Asking, person: SignedIn) {
  const { generateRegistrationOptions } = await webauthn()
  const { keys, use, party, now } = asking
  return generateRegistrationOptions({
    rpID: party.id,
    rpName: party.name,
    userID: bytesOf(await handleOf(db, person.user_id)),
    userName: person.email,
    userDisplayName: person.name,
    challenge: bytesOf(newChallenge(keys, use, now)),
    excludeCredentials: await credentialsOf(db, person.user_id),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    attestationType: 'none',
    supportedAlgorithmIDs: algorithms,
    timeout,
  })
}

/** Made once, when an account first asks for a passkey: all passkeys of an account have the same. */
async function handleOf(db: Db, userId: string): Promise<string> {
  const known = () => db.selectFrom('passkey_owners').select('handle').where('user_id', '=', userId)
  const found = await known().executeTakeFirst()
  if (found) return found.handle
  await db
    .insertInto('passkey_owners')
    .values({ user_id: userId, handle: newSecret() })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .execute()
  return (await known().executeTakeFirstOrThrow()).handle
}

interface Credential {
  id: string
  transports: AuthenticatorTransport[]
}

async function credentialsOf(db: Db, userId: string): Promise<Credential[]> {
  const rows = await db
    .selectFrom('passkeys')
    .select(['credential_id', 'transports'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ id: row.credential_id, transports: JSON.parse(row.transports) }))
}

function bytesOf(base64url: string) {
  return new Uint8Array(Buffer.from(base64url, 'base64url'))
}
