import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { test } from 'node:test'

import {
  addPasskey,
  adaWithPasskey,
  submitPasskeyLogin,
  fetchPasskeyOptions,
  fieldError,
  signInWithPasskey,
} from '#testing/passkey-flows.ts'
import { ada, registerAccount } from '#testing/signed-in-accounts.ts'
import { createTestApp } from '#testing/test-app.ts'
import { TestBrowser } from '#testing/test-browser.ts'
import { minutes } from '#testing/test-clock.ts'
import { eraseAllAccounts } from '#testing/test-database.ts'
import { type Tampering, VirtualAuthenticator } from '#testing/virtual-authenticator.ts'

const verificationFailedMessage = "Your passkey couldn't be checked. Try again."
const expiredMessage = 'That took too long, or it was already used. Try again.'

test('a passkey signs in without an email address or password (A-PKY-26)', async (t) => {
  const { foyer, key } = await adaWithPasskey(t)
  const phone = foyer.browser()

  const answer = await signInWithPasskey(phone, key)

  assert.deepEqual([answer.status, answer.raw.json()], [200, { redirect: '/dashboard' }])
  assert.equal((await phone.visit('dashboard')).status, 200)
})

test('signing in with a passkey redirects to the intended page and is recorded', async (t) => {
  const { foyer, key } = await adaWithPasskey(t)
  const phone = foyer.browser()
  await phone.open('/user/profile')

  const answer = await signInWithPasskey(phone, key)

  assert.equal(answer.raw.json().redirect, '/user/profile')
  const started = (await foyer.events('session.started')).at(-1)
  assert.equal(started?.data['method'], 'passkey')
})

test('a page visit is redirected on success, and back with the error on failure', async (t) => {
  const { foyer, key } = await adaWithPasskey(t)
  const phone = foyer.browser()
  const rejected = await phone.visit('passkey.login', {
    credential: key.get(await fetchPasskeyOptions(phone, 'login'), { userVerified: false }),
  })
  assert.equal(rejected.status, 303)
  assert.equal(
    (await phone.visit('login')).page.props.errors['credential'],
    verificationFailedMessage,
  )

  const answer = await phone.visit('passkey.login', {
    credential: key.get(await fetchPasskeyOptions(phone, 'login')),
  })

  assert.deepEqual([answer.status, answer.location], [303, '/dashboard'])
})

test('"keep me signed in" is honored, and off by default (PKC-03)', async (t) => {
  const { foyer, key } = await adaWithPasskey(t)
  const phone = foyer.browser()
  const credential = key.get(await fetchPasskeyOptions(phone, 'login'))
  await phone.json('/passkeys/login', { method: 'POST', body: { credential, remember: true } })
  await signInWithPasskey(foyer.browser(), key)

  const sessions = await foyer.db
    .selectFrom('sessions')
    .select('remembered')
    .where('method', '=', 'passkey')
    .orderBy('id')
    .execute()
  assert.deepEqual(
    sessions.map(({ remembered }) => remembered),
    [1, 0],
  )
})

test('the options name the relying party, time out after a minute, allow any passkey, require user verification and are not stored (A-PKY-05)', async (t) => {
  const foyer = await createTestApp(t)

  const { challenge, ...rest } = await fetchPasskeyOptions(foyer.browser(), 'login')

  assert.deepEqual(rest, {
    allowCredentials: [],
    rpId: 'localhost',
    timeout: 60_000,
    userVerification: 'required',
  })
  assert.ok(Buffer.from(challenge, 'base64url').length >= 32)
  assert.deepEqual(await foyer.db.selectFrom('webauthn_challenges').selectAll().execute(), [])
})

test('rejects a body without a credential, and the browser stays a guest (A-PKY-06)', async (t) => {
  const { foyer } = await adaWithPasskey(t)
  const phone = foyer.browser()
  await fetchPasskeyOptions(phone, 'login')
  const nonsense = [undefined, null, 'text', {}, { id: 'x', rawId: 'x', type: 'public-key' }]

  const answers = await Promise.all(
    nonsense.map((credential) => submitPasskeyLogin(phone, credential)),
  )

  assert.deepEqual(
    answers.map((answer) => [answer.status, fieldError(answer)]),
    nonsense.map(() => [422, "Your browser sent a passkey that can't be read. Try again."]),
  )
  assert.equal((await phone.json('/dashboard')).status, 401)
})

test('rejects malformed data with the usual error (A-PKY-07, PKY-08)', async (t) => {
  const { foyer, key } = await adaWithPasskey(t)
  const phone = foyer.browser()
  const whole = key.get(await fetchPasskeyOptions(phone, 'login'))
  const broken = [
    { clientDataJSON: 'AAAA' },
    { clientDataJSON: Buffer.from('{"challenge":5}').toString('base64url') },
    { authenticatorData: 'AAAA' },
    { authenticatorData: 'x'.repeat(59_999) },
    { signature: 'AAAA' },
  ]

  const answers = await Promise.all(
    broken.map((part) =>
      submitPasskeyLogin(phone, { ...whole, response: { ...whole.response, ...part } }),
    ),
  )

  assert.deepEqual(
    answers.map((answer) => [answer.status, fieldError(answer)]),
    broken.map(() => [422, verificationFailedMessage]),
  )
})

test('rejects a body over 64 kB without reading it (PKY-08)', async (t) => {
  const { foyer, key } = await adaWithPasskey(t)
  const phone = foyer.browser()
  const whole = key.get(await fetchPasskeyOptions(phone, 'login'))

  const answer = await submitPasskeyLogin(phone, { ...whole, padding: 'x'.repeat(65_536) })

  assert.equal(answer.status, 413)
})

for (const [what, tampering] of Object.entries<Tampering>({
  'another port': { origin: 'http://localhost:3001' },
  'a subdomain': { origin: 'http://evil.localhost:3000' },
  https: { origin: 'https://localhost:3000' },
  'another site': { origin: 'https://evil.example' },
  'a relying party that is not us': { rpId: 'evil.example' },
  'a frame of another site': { crossOrigin: true },
})) {
  test(`rejects a passkey used at ${what} (PKY-03)`, async (t) => {
    const { foyer, key } = await adaWithPasskey(t)

    const answer = await signInWithPasskey(foyer.browser(), key, tampering)

    assert.deepEqual([answer.status, fieldError(answer)], [422, verificationFailedMessage])
  })
}

test('rejects an assertion without user verification (PKY-04)', async (t) => {
  const { foyer, key } = await adaWithPasskey(t)

  const unverified = await signInWithPasskey(foyer.browser(), key, { userVerified: false })
  const absent = await signInWithPasskey(foyer.browser(), key, { userPresent: false })

  assert.deepEqual(
    [fieldError(unverified), fieldError(absent)],
    [verificationFailedMessage, verificationFailedMessage],
  )
})

test('rejects a signature by another key', async (t) => {
  const { foyer, key } = await adaWithPasskey(t)
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })

  const answer = await signInWithPasskey(foyer.browser(), key, { key: privateKey })

  assert.equal(fieldError(answer), verificationFailedMessage)
})

test('rejects a wrong or missing user handle', async (t) => {
  const { foyer, key } = await adaWithPasskey(t)

  const other = await signInWithPasskey(foyer.browser(), key, { userHandle: 'AAAAAAAA' })
  const silent = await signInWithPasskey(foyer.browser(), key, { userHandle: null })

  assert.deepEqual(
    [fieldError(other), fieldError(silent)],
    [verificationFailedMessage, verificationFailedMessage],
  )
})

test('rejects an unknown passkey and lets the browser drop it', async (t) => {
  const { foyer, key } = await adaWithPasskey(t)
  const stranger = new VirtualAuthenticator()
  stranger.userHandle = key.userHandle

  const answer = await signInWithPasskey(foyer.browser(), stranger)

  assert.equal(answer.status, 422)
  assert.match(fieldError(answer) ?? '', /^We don't recognize this passkey\./)
  assert.equal(answer.header('passkey-unknown'), '1')
})

test('a removed passkey stops working immediately', async (t) => {
  const { foyer, laptop, key, id } = await adaWithPasskey(t)
  await laptop.json(`/user/passkeys/${id}`, { method: 'DELETE' })

  const answer = await signInWithPasskey(foyer.browser(), key)

  assert.equal(answer.status, 422)
})

test('a response works once, in any browser (PKY-02)', async (t) => {
  const { foyer, key } = await adaWithPasskey(t)
  const phone = foyer.browser()
  const credential = key.get(await fetchPasskeyOptions(phone, 'login'))
  const attacker = copyBrowser(phone, foyer.browser())

  assert.equal((await submitPasskeyLogin(phone, credential)).status, 200)
  const again = await submitPasskeyLogin(attacker, credential)

  assert.deepEqual([again.status, fieldError(again)], [422, expiredMessage])
})

test('of sixteen concurrent responses to one challenge, one starts a session (PKY-02)', async (t) => {
  const { foyer, key } = await adaWithPasskey(t, new VirtualAuthenticator({ hasCounter: false }))
  const phone = foyer.browser()
  const credential = key.get(await fetchPasskeyOptions(phone, 'login'))
  const copies = Array.from({ length: 16 }, () => copyBrowser(phone, foyer.browser()))

  const answers = await Promise.all(copies.map((copy) => submitPasskeyLogin(copy, credential)))

  assert.equal(answers.filter(({ status }) => status === 200).length, 1)
  assert.equal(answers.filter((answer) => fieldError(answer) === expiredMessage).length, 15)
})

/** The same cookies from another IP. */
function copyBrowser(browser: TestBrowser, copy: TestBrowser): TestBrowser {
  for (const [name, value] of browser.cookies) copy.cookies.set(name, value)
  return copy
}

test('rejects a challenge issued to another browser (PKY-02)', async (t) => {
  const { foyer, key } = await adaWithPasskey(t)
  const credential = key.get(await fetchPasskeyOptions(foyer.browser(), 'login'))
  const other = foyer.browser()
  await fetchPasskeyOptions(other, 'login')

  const answer = await submitPasskeyLogin(other, credential)

  assert.equal(fieldError(answer), expiredMessage)
})

test('rejects a challenge for another purpose (PKY-02)', async (t) => {
  const { foyer, laptop, key } = await adaWithPasskey(t)
  const { challenge } = await fetchPasskeyOptions(laptop, 'confirm')

  const answer = await signInWithPasskey(foyer.browser(), key, { challenge })

  assert.equal(fieldError(answer), expiredMessage)
})

test('rejects a registration response as a sign-in, even with the right challenge (PKY-02)', async (t) => {
  const { foyer, key } = await adaWithPasskey(t)

  const answer = await signInWithPasskey(foyer.browser(), key, { type: 'webauthn.create' })

  assert.equal(fieldError(answer), verificationFailedMessage)
})

test('rejects a challenge that the server did not sign', async (t) => {
  const { foyer, key } = await adaWithPasskey(t)
  const challenge = Buffer.alloc(54, 1).toString('base64url')

  const answer = await signInWithPasskey(foyer.browser(), key, { challenge })

  assert.equal(fieldError(answer), expiredMessage)
})

test('a challenge lasts five minutes', async (t) => {
  const { foyer, key } = await adaWithPasskey(t)
  const phone = foyer.browser()
  const [early, late] = [
    await fetchPasskeyOptions(phone, 'login'),
    await fetchPasskeyOptions(phone, 'login'),
  ]
  foyer.clock.advance(5 * minutes - 1)
  const inTime = copyBrowser(phone, foyer.browser())
  assert.equal((await submitPasskeyLogin(inTime, key.get(early))).status, 200)
  foyer.clock.advance(1)

  const answer = await submitPasskeyLogin(phone, key.get(late))

  assert.equal(fieldError(answer), expiredMessage)
})

test('failed password attempts are recorded before the owner’s sign-in', async (t) => {
  const { foyer, key } = await adaWithPasskey(t)
  const guess = { email: ada.email, password: 'a guess' }
  await foyer.browser().visit('login.store', guess)
  await foyer.browser().visit('login.store', guess)

  await signInWithPasskey(foyer.browser(), key)

  const last = (await foyer.events()).map(({ type }) => type).slice(-3)
  assert.deepEqual(last, ['sign-in.refused', 'sign-in.refused', 'session.started'])
})

test('a passkey needs no second factor, since the device verifies the user', async (t) => {
  const { foyer, key } = await adaWithPasskey(t)
  await foyer.db.updateTable('users').set({ two_factor_enabled_at: foyer.clock.now() }).execute()
  const phone = foyer.browser()

  const answer = await signInWithPasskey(phone, key)

  assert.equal(answer.raw.json().redirect, '/dashboard')
  assert.equal((await phone.visit('dashboard')).status, 200)
})

test('a locked account cannot sign in (PKY-09)', async (t) => {
  const { foyer, key } = await adaWithPasskey(t)
  await foyer.db.updateTable('users').set({ locked_at: foyer.clock.now() }).execute()
  const phone = foyer.browser()

  const answer = await signInWithPasskey(phone, key)

  assert.equal(answer.status, 422)
  assert.equal((await phone.json('/dashboard')).status, 401)
})

test('signing in does not verify the email address, as with a password (PKY-09)', async (t) => {
  const { foyer, key } = await adaWithPasskey(t)
  await foyer.db.updateTable('users').set({ email_verified_at: null }).execute()
  const phone = foyer.browser()

  const answer = await signInWithPasskey(phone, key)

  assert.equal(answer.status, 200)
  assert.equal((await phone.visit('dashboard')).location, '/email/verify')
})

test('deleting an account deletes its passkeys (PKY-09)', async (t) => {
  const { foyer, key } = await adaWithPasskey(t)
  await eraseAllAccounts(foyer.db)

  const answer = await signInWithPasskey(foyer.browser(), key)

  assert.equal(answer.header('passkey-unknown'), '1')
  assert.deepEqual(await foyer.db.selectFrom('passkey_owners').selectAll().execute(), [])
})

test('rate-limits an attacker without locking out the owner elsewhere (A-PKY-03)', async (t) => {
  const { foyer, key } = await adaWithPasskey(t)
  const attacker = foyer.browser()
  const forged = key.get(await fetchPasskeyOptions(attacker, 'login'), { userVerified: false })
  for (let tries = 0; tries < 10; tries++) await submitPasskeyLogin(attacker, forged)

  const rejected = await submitPasskeyLogin(attacker, forged)

  assert.equal(rejected.status, 429)
  assert.ok(Number(rejected.header('retry-after')) > 0)
  assert.equal((await signInWithPasskey(foyer.browser(), key)).status, 200)
})

test('two users with passkeys each sign in to their own account', async (t) => {
  const { foyer, key } = await adaWithPasskey(t)
  const grace = foyer.browser()
  await registerAccount(foyer, grace, { ...ada, name: 'Grace Hopper', email: 'grace@example.com' })
  await grace.visit('password.confirm.store', { password: ada.password })
  const graces = new VirtualAuthenticator()
  await addPasskey(grace, graces)
  const phone = foyer.browser()

  await signInWithPasskey(phone, graces)

  assert.match((await phone.open('/dashboard')).text, /Grace Hopper/)
  assert.notEqual(graces.userHandle, key.userHandle)
})

test('requesting challenges as a guest fills no counters but the network’s', async (t) => {
  const foyer = await createTestApp(t)
  const keys: string[] = []
  const { hit } = foyer.app.limits
  foyer.app.limits.hit = (key, rate) => {
    keys.push(key)
    return hit(key, rate)
  }

  for (let one = 0; one < 3; one++)
    await fetchPasskeyOptions(new TestBrowser(foyer.app, '192.0.2.1'), 'login')

  assert.deepEqual([...new Set(keys)], ['network:passkey-login-options:192.0.2.1'])
})
