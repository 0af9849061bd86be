import assert from 'node:assert/strict'
import { test } from 'node:test'

import {
  addPasskey,
  adaWithPasskey,
  fetchPasskeyOptions,
  fieldError,
} from '#testing/passkey-flows.ts'
import {
  ada,
  signedInAda,
  adaOnTwoDevices,
  confirmPassword,
  registerAccount,
} from '#testing/signed-in-accounts.ts'
import type { TestApp } from '#testing/test-app.ts'
import type { TestBrowser } from '#testing/test-browser.ts'
import { minutes } from '#testing/test-clock.ts'
import { type Tampering, VirtualAuthenticator } from '#testing/virtual-authenticator.ts'

const verificationFailedMessage = "Your passkey couldn't be checked. Try again."
const expiredMessage = 'That took too long, or it was already used. Try again.'

test('a new passkey is named after its browser and recorded in the event log', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  await confirmPassword(laptop)

  const answer = await addPasskey(laptop, new VirtualAuthenticator())

  const { id, ...rest } = answer.raw.json()
  assert.equal(answer.status, 200)
  assert.deepEqual(rest, { status: 'passkey-registered', name: 'Chrome on macOS' })
  assert.deepEqual(await events(foyer), [
    {
      type: 'passkey.added',
      data: { passkey: id, name: 'Chrome on macOS', kind: null },
    },
  ])
})

test('the profile lists each passkey’s provider, creation date and last use', async (t) => {
  const key = new VirtualAuthenticator({
    aaguid: 'dd4ec289-e01d-41c9-bb89-70fa845d4bf2',
    synced: true,
  })
  const { laptop, id, foyer } = await adaWithPasskey(t, key)

  const { props } = (await laptop.visit('profile.security')).page

  const addedAt = new Date(foyer.clock.now()).toISOString()
  const stored = { kind: 'iCloud Keychain', isSynced: true, isSecondFactorOnly: false }
  assert.deepEqual(props['passkeys'], [
    { id, name: 'Chrome on macOS', ...stored, addedAt, lastUsedAt: null },
  ])
})

test('a chosen name is normalized and stored', async (t) => {
  const { laptop } = await signedInAda(t)
  await confirmPassword(laptop)

  const answer = await addPasskey(laptop, new VirtualAuthenticator(), {}, '  My  red key ')

  assert.equal(answer.raw.json().name, 'My red key')
})

test('a page visit is redirected back with the status', async (t) => {
  const { laptop } = await signedInAda(t)
  await confirmPassword(laptop)
  const credential = new VirtualAuthenticator().create(
    await fetchPasskeyOptions(laptop, 'registration'),
  )

  const answer = await laptop.visit('passkey.store', { credential })

  assert.deepEqual([answer.status, answer.location], [303, '/user/profile/security'])
  assert.equal((await laptop.visit('profile.show')).page.flash?.['status'], 'passkey-registered')
})

test('the options contain the relying party, the user and the required features (A-PKY-12, A-PKY-13)', async (t) => {
  const { laptop } = await signedInAda(t)
  await confirmPassword(laptop)

  const options = await fetchPasskeyOptions(laptop, 'registration')

  assert.deepEqual(options.rp, { id: 'localhost', name: 'Foyer' })
  assert.deepEqual([options.user.name, options.user.displayName], [ada.email, ada.name])
  assert.equal(options.timeout, 60_000)
  assert.equal(options.attestation, 'none')
  assert.deepEqual(options.authenticatorSelection, {
    residentKey: 'required',
    requireResidentKey: true,
    userVerification: 'required',
  })
})

test('the user handle is 32 random bytes and never changes (A-PKY-13)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  await confirmPassword(laptop)

  const all = await Promise.all([1, 2, 3].map(() => fetchPasskeyOptions(laptop, 'registration')))

  const { id } = await foyer.db.selectFrom('users').select('id').executeTakeFirstOrThrow()
  const handles = new Set(all.map(({ user }) => user.id))
  assert.equal(handles.size, 1)
  const [handle = ''] = handles
  assert.equal(Buffer.from(handle, 'base64url').length, 32)
  assert.ok(!handle.includes(Buffer.from(id).toString('base64url')))
})

test('the options exclude the account’s existing passkeys (A-PKY-13)', async (t) => {
  const { laptop, key } = await adaWithPasskey(t)

  const { excludeCredentials } = await fetchPasskeyOptions(laptop, 'registration')

  assert.deepEqual(excludeCredentials, [
    { id: key.id, type: 'public-key', transports: ['internal', 'hybrid'] },
  ])
})

test('adding a passkey requires a signed-in and confirmed user (A-PKY-04, A-PKY-12, A-PKY-14)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const guest = foyer.browser()
  await guest.open('/login')
  const post = { method: 'POST', body: { credential: {} } } as const

  const answers = await Promise.all([
    guest.json('/user/passkeys/options'),
    guest.json('/user/passkeys', post),
    laptop.json('/user/passkeys/options'),
    laptop.json('/user/passkeys', post),
  ])

  assert.deepEqual(
    answers.map(({ status }) => status),
    [401, 401, 423, 423],
  )
})

test('a confirmation too old for a sensitive action is not enough (A-PKY-04)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  await confirmPassword(laptop)
  foyer.clock.advance(foyer.config.confirmationMinutes.sensitive * minutes)

  assert.equal((await laptop.json('/user/passkeys/options')).status, 423)
})

for (const [what, tampering] of Object.entries<Tampering>({
  'from another port': { origin: 'http://localhost:3001' },
  'from another site': { origin: 'https://evil.example' },
  'for another relying party': { rpId: 'evil.example' },
  'in a frame of another site': { crossOrigin: true },
  'without user verification': { userVerified: false },
  'as a sign-in': { type: 'webauthn.get' },
})) {
  test(`rejects a passkey created ${what} (PKY-03, PKY-04, A-PKY-14)`, async (t) => {
    const { laptop } = await signedInAda(t)
    await confirmPassword(laptop)

    const answer = await addPasskey(laptop, new VirtualAuthenticator(), tampering)

    assert.deepEqual([answer.status, fieldError(answer)], [422, verificationFailedMessage])
  })
}

test('rejects an expired or used challenge, or one of another session (PKY-02, A-PKY-14)', async (t) => {
  const { foyer, laptop, phone } = await adaOnTwoDevices(t)
  await confirmPassword(laptop)
  await confirmPassword(phone)
  const { challenge } = await fetchPasskeyOptions(laptop, 'registration')
  const { challenge: ofPhone } = await fetchPasskeyOptions(phone, 'registration')
  const { challenge: ofConfirming } = await fetchPasskeyOptions(laptop, 'confirm')

  const first = await addPasskey(laptop, new VirtualAuthenticator(), { challenge })
  const again = await addPasskey(laptop, new VirtualAuthenticator(), { challenge })
  const others = await addPasskey(laptop, new VirtualAuthenticator(), { challenge: ofPhone })
  const another = await addPasskey(laptop, new VirtualAuthenticator(), { challenge: ofConfirming })
  const late = (await fetchPasskeyOptions(laptop, 'registration')).challenge
  foyer.clock.advance(5 * minutes)
  const tooLate = await addPasskey(laptop, new VirtualAuthenticator(), { challenge: late })

  assert.equal(first.status, 200)
  assert.deepEqual(
    [again, others, another, tooLate].map((answer) => fieldError(answer)),
    [expiredMessage, expiredMessage, expiredMessage, expiredMessage],
  )
})

test('of sixteen concurrent registrations with one challenge, one succeeds (PKY-02)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  await confirmPassword(laptop)
  const options = await fetchPasskeyOptions(laptop, 'registration')
  const copies = Array.from({ length: 16 }, () => copyBrowser(laptop, foyer.browser()))

  const answers = await Promise.all(
    copies.map((copy) =>
      copy.json('/user/passkeys', {
        method: 'POST',
        body: { credential: new VirtualAuthenticator().create(options) },
      }),
    ),
  )

  assert.equal(answers.filter(({ status }) => status === 200).length, 1)
  assert.equal((await foyer.db.selectFrom('passkeys').select('id').execute()).length, 1)
})

test('rejects a registered passkey without revealing its owner (PKY-06, A-PKY-16)', async (t) => {
  const { foyer, key } = await adaWithPasskey(t)
  const grace = foyer.browser()
  await registerAccount(foyer, grace, { ...ada, email: 'grace@example.com' })
  await confirmPassword(grace)

  const answer = await addPasskey(grace, key)

  assert.equal(answer.status, 422)
  assert.equal(fieldError(answer), "This passkey can't be added. Try another device.")
})

test('two accounts cannot register the same passkey concurrently (PKY-06)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const grace = foyer.browser()
  await registerAccount(foyer, grace, { ...ada, email: 'grace@example.com' })
  await confirmPassword(laptop)
  await confirmPassword(grace)
  const key = new VirtualAuthenticator()

  const answers = await Promise.all([addPasskey(laptop, key), addPasskey(grace, key)])

  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 422])
})

test('ignores the attestation statement and fetches no URL from it', async (t) => {
  const { laptop } = await signedInAda(t)
  await confirmPassword(laptop)
  const calls = t.mock.method(globalThis, 'fetch')
  const statement = new Map<string, unknown>([
    ['alg', -7],
    ['sig', new Uint8Array(70)],
    ['x5c', [new Uint8Array(300)]],
  ])

  const answer = await addPasskey(laptop, new VirtualAuthenticator(), {
    fmt: 'packed',
    attestationStatement: statement,
  })

  assert.equal(answer.status, 200)
  assert.equal(calls.mock.callCount(), 0)
})

test('rejects malformed data with the usual error (A-PKY-07, PKY-08)', async (t) => {
  const { laptop } = await signedInAda(t)
  await confirmPassword(laptop)
  const whole = new VirtualAuthenticator().create(await fetchPasskeyOptions(laptop, 'registration'))
  const deep = Buffer.alloc(40_000, 0x81)
  const huge = Buffer.from('9bffffffffffffffff', 'hex')
  const map = Buffer.from('bbffffffffffffffff', 'hex')
  const text = Buffer.from('7b7fffffffffffffff41', 'hex')

  const answers = await Promise.all(
    [deep, huge, map, text, Buffer.from('a0', 'hex')].map((bytes) => {
      const response = { ...whole.response, attestationObject: bytes.toString('base64url') }
      const body = { credential: { ...whole, response } }
      return laptop.json('/user/passkeys', { method: 'POST', body })
    }),
  )

  assert.deepEqual(
    answers.map((answer) => [answer.status, fieldError(answer)]),
    answers.map(() => [422, verificationFailedMessage]),
  )
})

test('limits an account to twenty passkeys, also with concurrent registrations', async (t) => {
  const { foyer, laptop } = await adaWithPasskey(t)
  const { user_id } = await foyer.db
    .selectFrom('passkeys')
    .select('user_id')
    .executeTakeFirstOrThrow()
  const many = Array.from({ length: 18 }, (_, at) => passkeyRow(user_id, at))
  await foyer.db.insertInto('passkeys').values(many).execute()

  const answers = await Promise.all([
    addPasskey(laptop, new VirtualAuthenticator()),
    addPasskey(laptop, new VirtualAuthenticator()),
  ])

  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 422])
  assert.equal((await foyer.db.selectFrom('passkeys').select('id').execute()).length, 20)
})

function passkeyRow(user_id: string, at: number) {
  return {
    id: `01900000-0000-7000-8000-0000000000${at + 10}`,
    user_id,
    name: `Key ${at}`,
    credential_id: `credential-${at}`,
    public_key: '',
    counter: 0,
    transports: '[]',
    aaguid: '',
    synced: 0,
    created_at: at,
    last_used_at: null,
  }
}

/** The same cookies from another IP. */
function copyBrowser(browser: TestBrowser, copy: TestBrowser): TestBrowser {
  for (const [name, value] of browser.cookies) copy.cookies.set(name, value)
  return copy
}

async function events(foyer: TestApp) {
  return (await foyer.events('passkey.')).map(({ type, data }) => ({ type, data }))
}
