import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { test } from 'node:test'

import { Authenticator } from '#testing/authenticator.ts'
import type { Browser } from '#testing/browser.ts'
import {
  addPasskey,
  adaWithPasskey,
  answerLogin,
  options,
  said,
  signInWith,
} from '#testing/ceremonies.ts'
import { eraseEveryone } from '#testing/database.ts'
import { ada, join } from '#testing/people.ts'
import { product } from '#testing/product.ts'
import { minutes } from '#testing/test-clock.ts'

const notProved = 'Your passkey could not be checked. Try again.'
const isOver = 'That took too long or was used already. Try again.'

test('a passkey is a complete sign-in without a name or password (A-PKY-26)', async (t) => {
  const { foyer, key } = await adaWithPasskey(t)
  const phone = foyer.browser()

  const answer = await signInWith(phone, key)

  assert.deepEqual([answer.status, answer.response.json()], [200, { redirect: '/dashboard' }])
  assert.equal((await phone.visit('dashboard')).status, 200)
})

test('signing in with a passkey leads back to the page that asked, and says so in the record', async (t) => {
  const { foyer, key } = await adaWithPasskey(t)
  const phone = foyer.browser()
  await phone.open('/user/profile')

  const answer = await signInWith(phone, key)

  assert.equal(answer.response.json().redirect, '/user/profile')
  const started = (await foyer.events('session.started')).at(-1)
  assert.equal(started?.data['method'], 'passkey')
})

test('a page visit is led on, and a refused one is led back with the sentence', async (t) => {
  const { foyer, key } = await adaWithPasskey(t)
  const phone = foyer.browser()
  const refused = await phone.visit('passkey.login', {
    credential: key.get(await options(phone, 'login'), { verified: false }),
  })
  assert.equal(refused.status, 303)
  assert.equal((await phone.visit('login')).page.props.errors['credential'], notProved)

  const answer = await phone.visit('passkey.login', {
    credential: key.get(await options(phone, 'login')),
  })

  assert.deepEqual([answer.status, answer.to], [303, '/dashboard'])
})

test('"keep me signed in" is obeyed as it is sent, and is no when it is not (PKC-03)', async (t) => {
  const { foyer, key } = await adaWithPasskey(t)
  const phone = foyer.browser()
  const credential = key.get(await options(phone, 'login'))
  await phone.json('/passkeys/login', { method: 'POST', body: { credential, remember: true } })
  await signInWith(foyer.browser(), key)

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
  const foyer = await product(t)

  const { challenge, ...rest } = await options(foyer.browser(), 'login')

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
  await options(phone, 'login')
  const nonsense = [undefined, null, 'text', {}, { id: 'x', rawId: 'x', type: 'public-key' }]

  const answers = await Promise.all(nonsense.map((credential) => answerLogin(phone, credential)))

  assert.deepEqual(
    answers.map((answer) => [answer.status, said(answer)]),
    nonsense.map(() => [422, 'Your browser sent a passkey that cannot be read. Try again.']),
  )
  assert.equal((await phone.json('/dashboard')).status, 401)
})

test('data that breaks the reader of it is refused like the rest (A-PKY-07, PKY-08)', async (t) => {
  const { foyer, key } = await adaWithPasskey(t)
  const phone = foyer.browser()
  const whole = key.get(await options(phone, 'login'))
  const broken = [
    { clientDataJSON: 'AAAA' },
    { clientDataJSON: Buffer.from('{"challenge":5}').toString('base64url') },
    { authenticatorData: 'AAAA' },
    { authenticatorData: 'x'.repeat(59_999) },
    { signature: 'AAAA' },
  ]

  const answers = await Promise.all(
    broken.map((part) =>
      answerLogin(phone, { ...whole, response: { ...whole.response, ...part } }),
    ),
  )

  assert.deepEqual(
    answers.map((answer) => [answer.status, said(answer)]),
    broken.map(() => [422, notProved]),
  )
})

test('more than 64 kB is not even read (PKY-08)', async (t) => {
  const { foyer, key } = await adaWithPasskey(t)
  const phone = foyer.browser()
  const whole = key.get(await options(phone, 'login'))

  const answer = await answerLogin(phone, { ...whole, padding: 'x'.repeat(65_536) })

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

    const answer = await signInWith(foyer.browser(), key, lie)

    assert.deepEqual([answer.status, said(answer)], [422, notProved])
  })
}

test('a passkey that did not check its person is refused (PKY-04)', async (t) => {
  const { foyer, key } = await adaWithPasskey(t)

  const unverified = await signInWith(foyer.browser(), key, { verified: false })
  const absent = await signInWith(foyer.browser(), key, { present: false })

  assert.deepEqual([said(unverified), said(absent)], [notProved, notProved])
})

test('a signature by another key is refused', async (t) => {
  const { foyer, key } = await adaWithPasskey(t)
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })

  const answer = await signInWith(foyer.browser(), key, { key: privateKey })

  assert.equal(said(answer), notProved)
})

test('a passkey that says it is of another account, or does not say, is refused', async (t) => {
  const { foyer, key } = await adaWithPasskey(t)

  const other = await signInWith(foyer.browser(), key, { userHandle: 'AAAAAAAA' })
  const silent = await signInWith(foyer.browser(), key, { userHandle: null })

  assert.deepEqual([said(other), said(silent)], [notProved, notProved])
})

test('a passkey nobody has is refused, and the browser may forget it', async (t) => {
  const { foyer, key } = await adaWithPasskey(t)
  const stranger = new Authenticator()
  stranger.userHandle = key.userHandle

  const answer = await signInWith(foyer.browser(), stranger)

  assert.equal(answer.status, 422)
  assert.match(said(answer) ?? '', /^This passkey is not known here\./)
  assert.equal(answer.header('passkey-unknown'), '1')
})

test('a removed passkey opens nothing from that moment on', async (t) => {
  const { foyer, laptop, key, id } = await adaWithPasskey(t)
  await laptop.json(`/user/passkeys/${id}`, { method: 'DELETE' })

  const answer = await signInWith(foyer.browser(), key)

  assert.equal(answer.status, 422)
})

test('an answer is good once, from whichever browser (PKY-02)', async (t) => {
  const { foyer, key } = await adaWithPasskey(t)
  const phone = foyer.browser()
  const credential = key.get(await options(phone, 'login'))
  const thief = copyOf(phone, foyer.browser())

  assert.equal((await answerLogin(phone, credential)).status, 200)
  const again = await answerLogin(thief, credential)

  assert.deepEqual([again.status, said(again)], [422, isOver])
})

test('of sixteen answers to one challenge at once, one opens a session (PKY-02)', async (t) => {
  const { foyer, key } = await adaWithPasskey(t, new Authenticator({ counts: false }))
  const phone = foyer.browser()
  const credential = key.get(await options(phone, 'login'))
  const copies = Array.from({ length: 16 }, () => copyOf(phone, foyer.browser()))

  const answers = await Promise.all(copies.map((copy) => answerLogin(copy, credential)))

  assert.equal(answers.filter(({ status }) => status === 200).length, 1)
  assert.equal(answers.filter((answer) => said(answer) === isOver).length, 15)
})

/** The same cookies at another address. */
function copyOf(browser: Browser, copy: Browser): Browser {
  for (const [name, value] of browser.cookies) copy.cookies.set(name, value)
  return copy
}

test('a challenge given to another browser is refused (PKY-02)', async (t) => {
  const { foyer, key } = await adaWithPasskey(t)
  const credential = key.get(await options(foyer.browser(), 'login'))
  const other = foyer.browser()
  await options(other, 'login')

  const answer = await answerLogin(other, credential)

  assert.equal(said(answer), isOver)
})

test('a challenge of another purpose is refused (PKY-02)', async (t) => {
  const { foyer, laptop, key } = await adaWithPasskey(t)
  const { challenge } = await options(laptop, 'confirm')

  const answer = await signInWith(foyer.browser(), key, { challenge })

  assert.equal(said(answer), isOver)
})

test('a registration is no sign-in, even for the right challenge (PKY-02)', async (t) => {
  const { foyer, key } = await adaWithPasskey(t)

  const answer = await signInWith(foyer.browser(), key, { type: 'webauthn.create' })

  assert.equal(said(answer), notProved)
})

test('a challenge of our own making up is refused', async (t) => {
  const { foyer, key } = await adaWithPasskey(t)
  const challenge = Buffer.alloc(54, 1).toString('base64url')

  const answer = await signInWith(foyer.browser(), key, { challenge })

  assert.equal(said(answer), isOver)
})

test('a challenge lasts five minutes', async (t) => {
  const { foyer, key } = await adaWithPasskey(t)
  const phone = foyer.browser()
  const [early, late] = [await options(phone, 'login'), await options(phone, 'login')]
  foyer.clock.advance(5 * minutes - 1)
  const inTime = copyOf(phone, foyer.browser())
  assert.equal((await answerLogin(inTime, key.get(early))).status, 200)
  foyer.clock.advance(1)

  const answer = await answerLogin(phone, key.get(late))

  assert.equal(said(answer), isOver)
})

test('guesses at the password are written down before the record says that the owner came in', async (t) => {
  const { foyer, key } = await adaWithPasskey(t)
  const guess = { email: ada.email, password: 'a guess' }
  await foyer.browser().visit('login.store', guess)
  await foyer.browser().visit('login.store', guess)

  await signInWith(foyer.browser(), key)

  const last = (await foyer.events()).map(({ type }) => type).slice(-3)
  assert.deepEqual(last, ['sign-in.refused', 'sign-in.refused', 'session.started'])
})

test('the second factor is not asked for: the device has checked its person', async (t) => {
  const { foyer, key } = await adaWithPasskey(t)
  await foyer.db.updateTable('users').set({ two_factor_enabled_at: foyer.clock.now() }).execute()
  const phone = foyer.browser()

  const answer = await signInWith(phone, key)

  assert.equal(answer.response.json().redirect, '/dashboard')
  assert.equal((await phone.visit('dashboard')).status, 200)
})

test('an account that the operator locked stays locked (PKY-09)', async (t) => {
  const { foyer, key } = await adaWithPasskey(t)
  await foyer.db.updateTable('users').set({ locked_at: foyer.clock.now() }).execute()
  const phone = foyer.browser()

  const answer = await signInWith(phone, key)

  assert.equal(answer.status, 422)
  assert.equal((await phone.json('/dashboard')).status, 401)
})

test('an unproved address stays unproved: the same rules as with a password (PKY-09)', async (t) => {
  const { foyer, key } = await adaWithPasskey(t)
  await foyer.db.updateTable('users').set({ email_verified_at: null }).execute()
  const phone = foyer.browser()

  const answer = await signInWith(phone, key)

  assert.equal(answer.status, 200)
  assert.equal((await phone.visit('dashboard')).to, '/email/verify')
})

test('a deleted account leaves no passkey behind (PKY-09)', async (t) => {
  const { foyer, key } = await adaWithPasskey(t)
  await eraseEveryone(foyer.db)

  const answer = await signInWith(foyer.browser(), key)

  assert.equal(answer.header('passkey-unknown'), '1')
  assert.deepEqual(await foyer.db.selectFrom('passkey_owners').selectAll().execute(), [])
})

test('who tries too often waits, and the owner elsewhere does not (A-PKY-03)', async (t) => {
  const { foyer, key } = await adaWithPasskey(t)
  const thief = foyer.browser()
  const forged = key.get(await options(thief, 'login'), { verified: false })
  for (let tries = 0; tries < 10; tries++) await answerLogin(thief, forged)

  const refused = await answerLogin(thief, forged)

  assert.equal(refused.status, 429)
  assert.ok(Number(refused.header('retry-after')) > 0)
  assert.equal((await signInWith(foyer.browser(), key)).status, 200)
})

test('two people with a passkey each come into their own account', async (t) => {
  const { foyer, key } = await adaWithPasskey(t)
  const grace = foyer.browser()
  await join(foyer, grace, { ...ada, name: 'Grace Hopper', email: 'grace@example.com' })
  await grace.visit('password.confirm.store', { password: ada.password })
  const graces = new Authenticator()
  await addPasskey(grace, graces)
  const phone = foyer.browser()

  await signInWith(phone, graces)

  assert.match((await phone.open('/dashboard')).text, /Grace Hopper/)
  assert.notEqual(graces.userHandle, key.userHandle)
})
