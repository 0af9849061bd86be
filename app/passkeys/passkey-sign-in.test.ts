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
import { ada, registerAccount } from '#testing/people.ts'
import { createTestApp } from '#testing/test-app.ts'
import type { TestBrowser } from '#testing/test-browser.ts'
import { minutes } from '#testing/test-clock.ts'
import { eraseAllAccounts } from '#testing/test-database.ts'
import { VirtualAuthenticator } from '#testing/virtual-authenticator.ts'

const verificationFailedMessage = 'Your passkey could not be checked. Try again.'
const expiredMessage = 'That took too long or was used already. Try again.'

test('a passkey is a complete sign-in without a name or password (A-PKY-26)', async (t) => {
  const { foyer, key } = await adaWithPasskey(t)
  const phone = foyer.browser()

  const answer = await signInWithPasskey(phone, key)

  assert.deepEqual([answer.status, answer.raw.json()], [200, { redirect: '/dashboard' }])
  assert.equal((await phone.visit('dashboard')).status, 200)
})

test('signing in with a passkey leads back to the page that asked, and says so in the record', async (t) => {
  const { foyer, key } = await adaWithPasskey(t)
  const phone = foyer.browser()
  await phone.open('/user/profile')

  const answer = await signInWithPasskey(phone, key)

  assert.equal(answer.raw.json().redirect, '/user/profile')
  const started = (await foyer.events('session.started')).at(-1)
  assert.equal(started?.data['method'], 'passkey')
})

test('a page visit is led on, and a refused one is led back with the sentence', async (t) => {
  const { foyer, key } = await adaWithPasskey(t)
  const phone = foyer.browser()
  const refused = await phone.visit('passkey.login', {
    credential: key.get(await fetchPasskeyOptions(phone, 'login'), { userVerified: false }),
  })
  assert.equal(refused.status, 303)
  assert.equal(
    (await phone.visit('login')).page.props.errors['credential'],
    verificationFailedMessage,
  )

  const answer = await phone.visit('passkey.login', {
    credential: key.get(await fetchPasskeyOptions(phone, 'login')),
  })

  assert.deepEqual([answer.status, answer.location], [303, '/dashboard'])
})

test('"keep me signed in" is obeyed as it is sent, and is no when it is not (PKC-03)', async (t) => {
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

test('the options name us, last a minute, allow any passkey, ask for the person and are kept nowhere (A-PKY-05)', async (t) => {
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

test('what is no credential at all is refused, and the browser stays a guest (A-PKY-06)', async (t) => {
  const { foyer } = await adaWithPasskey(t)
  const phone = foyer.browser()
  await fetchPasskeyOptions(phone, 'login')
  const nonsense = [undefined, null, 'text', {}, { id: 'x', rawId: 'x', type: 'public-key' }]

  const answers = await Promise.all(
    nonsense.map((credential) => submitPasskeyLogin(phone, credential)),
  )

  assert.deepEqual(
    answers.map((answer) => [answer.status, fieldError(answer)]),
    nonsense.map(() => [422, 'Your browser sent a passkey that cannot be read. Try again.']),
  )
  assert.equal((await phone.json('/dashboard')).status, 401)
})

test('data that breaks the reader of it is refused like the rest (A-PKY-07, PKY-08)', async (t) => {
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

test('more than 64 kB is not even read (PKY-08)', async (t) => {
  const { foyer, key } = await adaWithPasskey(t)
  const phone = foyer.browser()
  const whole = key.get(await fetchPasskeyOptions(phone, 'login'))

  const answer = await submitPasskeyLogin(phone, { ...whole, padding: 'x'.repeat(65_536) })

  assert.equal(answer.status, 413)
})

for (const [what, lie] of Object.entries({
  'another port': { origin: 'http://localhost:3001' },
  'a subdomain': { origin: 'http://evil.localhost:3000' },
  https: { origin: 'https://localhost:3000' },
  'another site': { origin: 'https://evil.example' },
  'a relying party that is not us': { rpId: 'evil.example' },
  'a frame of another site': { crossOrigin: true },
})) {
  test(`a passkey used at ${what} is refused (PKY-03)`, async (t) => {
    const { foyer, key } = await adaWithPasskey(t)

    const answer = await signInWithPasskey(foyer.browser(), key, lie)

    assert.deepEqual([answer.status, fieldError(answer)], [422, verificationFailedMessage])
  })
}

test('a passkey that did not check its person is refused (PKY-04)', async (t) => {
  const { foyer, key } = await adaWithPasskey(t)

  const unverified = await signInWithPasskey(foyer.browser(), key, { userVerified: false })
  const absent = await signInWithPasskey(foyer.browser(), key, { userPresent: false })

  assert.deepEqual(
    [fieldError(unverified), fieldError(absent)],
    [verificationFailedMessage, verificationFailedMessage],
  )
})

test('a signature by another key is refused', async (t) => {
  const { foyer, key } = await adaWithPasskey(t)
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })

  const answer = await signInWithPasskey(foyer.browser(), key, { key: privateKey })

  assert.equal(fieldError(answer), verificationFailedMessage)
})

test('a passkey that says it is of another account, or does not say, is refused', async (t) => {
  const { foyer, key } = await adaWithPasskey(t)

  const other = await signInWithPasskey(foyer.browser(), key, { userHandle: 'AAAAAAAA' })
  const silent = await signInWithPasskey(foyer.browser(), key, { userHandle: null })

  assert.deepEqual(
    [fieldError(other), fieldError(silent)],
    [verificationFailedMessage, verificationFailedMessage],
  )
})

test('a passkey nobody has is refused, and the browser may forget it', async (t) => {
  const { foyer, key } = await adaWithPasskey(t)
  const stranger = new VirtualAuthenticator()
  stranger.userHandle = key.userHandle

  const answer = await signInWithPasskey(foyer.browser(), stranger)

  assert.equal(answer.status, 422)
  assert.match(fieldError(answer) ?? '', /^This passkey is not known here\./)
  assert.equal(answer.header('passkey-unknown'), '1')
})

test('a removed passkey opens nothing from that moment on', async (t) => {
  const { foyer, laptop, key, id } = await adaWithPasskey(t)
  await laptop.json(`/user/passkeys/${id}`, { method: 'DELETE' })

  const answer = await signInWithPasskey(foyer.browser(), key)

  assert.equal(answer.status, 422)
})

test('an answer is good once, from whichever browser (PKY-02)', async (t) => {
  const { foyer, key } = await adaWithPasskey(t)
  const phone = foyer.browser()
  const credential = key.get(await fetchPasskeyOptions(phone, 'login'))
  const thief = copyBrowser(phone, foyer.browser())

  assert.equal((await submitPasskeyLogin(phone, credential)).status, 200)
  const again = await submitPasskeyLogin(thief, credential)

  assert.deepEqual([again.status, fieldError(again)], [422, expiredMessage])
})

test('of sixteen answers to one challenge at once, one opens a session (PKY-02)', async (t) => {
  const { foyer, key } = await adaWithPasskey(t, new VirtualAuthenticator({ hasCounter: false }))
  const phone = foyer.browser()
  const credential = key.get(await fetchPasskeyOptions(phone, 'login'))
  const copies = Array.from({ length: 16 }, () => copyBrowser(phone, foyer.browser()))

  const answers = await Promise.all(copies.map((copy) => submitPasskeyLogin(copy, credential)))

  assert.equal(answers.filter(({ status }) => status === 200).length, 1)
  assert.equal(answers.filter((answer) => fieldError(answer) === expiredMessage).length, 15)
})

/** The same cookies at another address. */
function copyBrowser(browser: TestBrowser, copy: TestBrowser): TestBrowser {
  for (const [name, value] of browser.cookies) copy.cookies.set(name, value)
  return copy
}

test('a challenge given to another browser is refused (PKY-02)', async (t) => {
  const { foyer, key } = await adaWithPasskey(t)
  const credential = key.get(await fetchPasskeyOptions(foyer.browser(), 'login'))
  const other = foyer.browser()
  await fetchPasskeyOptions(other, 'login')

  const answer = await submitPasskeyLogin(other, credential)

  assert.equal(fieldError(answer), expiredMessage)
})

test('a challenge of another purpose is refused (PKY-02)', async (t) => {
  const { foyer, laptop, key } = await adaWithPasskey(t)
  const { challenge } = await fetchPasskeyOptions(laptop, 'confirm')

  const answer = await signInWithPasskey(foyer.browser(), key, { challenge })

  assert.equal(fieldError(answer), expiredMessage)
})

test('a registration is no sign-in, even for the right challenge (PKY-02)', async (t) => {
  const { foyer, key } = await adaWithPasskey(t)

  const answer = await signInWithPasskey(foyer.browser(), key, { type: 'webauthn.create' })

  assert.equal(fieldError(answer), verificationFailedMessage)
})

test('a challenge of our own making up is refused', async (t) => {
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

test('guesses at the password are written down before the record says that the owner came in', async (t) => {
  const { foyer, key } = await adaWithPasskey(t)
  const guess = { email: ada.email, password: 'a guess' }
  await foyer.browser().visit('login.store', guess)
  await foyer.browser().visit('login.store', guess)

  await signInWithPasskey(foyer.browser(), key)

  const last = (await foyer.events()).map(({ type }) => type).slice(-3)
  assert.deepEqual(last, ['sign-in.refused', 'sign-in.refused', 'session.started'])
})

test('the second factor is not asked for: the device has checked its person', async (t) => {
  const { foyer, key } = await adaWithPasskey(t)
  await foyer.db.updateTable('users').set({ two_factor_enabled_at: foyer.clock.now() }).execute()
  const phone = foyer.browser()

  const answer = await signInWithPasskey(phone, key)

  assert.equal(answer.raw.json().redirect, '/dashboard')
  assert.equal((await phone.visit('dashboard')).status, 200)
})

test('an account that the operator locked stays locked (PKY-09)', async (t) => {
  const { foyer, key } = await adaWithPasskey(t)
  await foyer.db.updateTable('users').set({ locked_at: foyer.clock.now() }).execute()
  const phone = foyer.browser()

  const answer = await signInWithPasskey(phone, key)

  assert.equal(answer.status, 422)
  assert.equal((await phone.json('/dashboard')).status, 401)
})

test('an unproved address stays unproved: the same rules as with a password (PKY-09)', async (t) => {
  const { foyer, key } = await adaWithPasskey(t)
  await foyer.db.updateTable('users').set({ email_verified_at: null }).execute()
  const phone = foyer.browser()

  const answer = await signInWithPasskey(phone, key)

  assert.equal(answer.status, 200)
  assert.equal((await phone.visit('dashboard')).location, '/email/verify')
})

test('a deleted account leaves no passkey behind (PKY-09)', async (t) => {
  const { foyer, key } = await adaWithPasskey(t)
  await eraseAllAccounts(foyer.db)

  const answer = await signInWithPasskey(foyer.browser(), key)

  assert.equal(answer.header('passkey-unknown'), '1')
  assert.deepEqual(await foyer.db.selectFrom('passkey_owners').selectAll().execute(), [])
})

test('who tries too often waits, and the owner elsewhere does not (A-PKY-03)', async (t) => {
  const { foyer, key } = await adaWithPasskey(t)
  const thief = foyer.browser()
  const forged = key.get(await fetchPasskeyOptions(thief, 'login'), { userVerified: false })
  for (let tries = 0; tries < 10; tries++) await submitPasskeyLogin(thief, forged)

  const refused = await submitPasskeyLogin(thief, forged)

  assert.equal(refused.status, 429)
  assert.ok(Number(refused.header('retry-after')) > 0)
  assert.equal((await signInWithPasskey(foyer.browser(), key)).status, 200)
})

test('two people with a passkey each come into their own account', async (t) => {
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
