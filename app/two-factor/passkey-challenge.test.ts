import assert from 'node:assert/strict'
import { test } from 'node:test'

import {
  adaAtKeyChallenge,
  addPasskey,
  addSecurityKey,
  answerChallenge,
  fetchPasskeyOptions,
  fieldError,
  submitChallengeAnswer,
  submitPasskeyConfirmation,
  submitPasskeyLogin,
} from '#testing/passkey-flows.ts'
import {
  ada,
  confirmPassword,
  enableTwoFactor,
  registerAccount,
} from '#testing/signed-in-accounts.ts'
import type { TestApp } from '#testing/test-app.ts'
import type { TestBrowser } from '#testing/test-browser.ts'
import { minutes } from '#testing/test-clock.ts'
import { VirtualAuthenticator } from '#testing/virtual-authenticator.ts'

const { email, password } = ada
const failedMessage = "Your passkey couldn't be checked. Try again."
const expiredMessage = 'That took too long, or it was already used. Try again.'

async function isSignedIn(browser: TestBrowser): Promise<boolean> {
  return (await browser.json('/user/confirmed-password-status')).status === 200
}

/** Another browser with the same cookies. */
function copyOfBrowser(browser: TestBrowser, foyer: TestApp): TestBrowser {
  const copy = foyer.browser()
  for (const [name, value] of browser.cookies) copy.cookies.set(name, value)
  return copy
}

test('after the password a security key signs in, which the event log tells (SKY-02)', async (t) => {
  const { foyer, phone, key } = await adaAtKeyChallenge(t)
  const { component, props } = (await phone.visit('two-factor.login')).page

  const answer = await answerChallenge(phone, key)

  assert.equal(component, 'Auth/TwoFactorChallenge')
  assert.partialDeepStrictEqual(props, { by: 'passkey', methods: ['passkey', 'recovery-code'] })
  assert.equal(answer.status, 204)
  assert.equal((await phone.visit('dashboard')).status, 200)
  const started = (await foyer.events('session.started')).at(-1)
  assert.equal(started?.data['method'], 'password-passkey')
})

test('a page visit with the key is redirected to the intended page', async (t) => {
  const { foyer, key } = await adaAtKeyChallenge(t)
  const phone = foyer.browser()
  await phone.open('/user/profile')
  await phone.visit('login.store', { email, password, remember: true })

  const credential = key.get(await fetchPasskeyOptions(phone, 'challenge'))
  const answer = await phone.visit('two-factor.passkey', { credential })

  assert.deepEqual([answer.status, answer.location], [303, '/user/profile'])
})

test('the password alone opens nothing (SKY-03)', async (t) => {
  const { phone } = await adaAtKeyChallenge(t)

  const pages = [await phone.visit('dashboard'), await phone.visit('profile.security')]
  const options = await phone.json('/user/passkeys/options')
  const turnedOff = await phone.json('/user/two-factor-authentication', { method: 'DELETE' })

  assert.deepEqual(
    pages.map(({ location }) => location),
    ['/login', '/login'],
  )
  assert.deepEqual([options.status, turnedOff.status], [401, 401])
})

test('without a challenge there are no options, and no answer is accepted (SKY-03)', async (t) => {
  const { foyer, phone, key } = await adaAtKeyChallenge(t)
  const credential = key.get(await fetchPasskeyOptions(phone, 'challenge'))
  const stranger = foyer.browser()
  await stranger.open('/login')

  const options = await stranger.json('/two-factor-challenge/passkey-options')
  const answer = await submitChallengeAnswer(stranger, credential)

  assert.deepEqual([options.status, answer.status], [401, 401])
})

test('the options list the keys of the account, and ask for a PIN only where there is one', async (t) => {
  const { phone, key } = await adaAtKeyChallenge(t)

  const options = await fetchPasskeyOptions(phone, 'challenge')

  assert.deepEqual(options.allowCredentials, [
    { id: key.id, type: 'public-key', transports: ['internal', 'hybrid'] },
  ])
  assert.equal(options.userVerification, 'preferred')
})

test("another account's key is rejected (SKY-04)", async (t) => {
  const { foyer, phone } = await adaAtKeyChallenge(t)
  const grace = foyer.browser()
  await registerAccount(foyer, grace, { ...ada, email: 'grace@example.com' })
  await confirmPassword(grace)
  const graces = new VirtualAuthenticator()
  await addSecurityKey(grace, graces)

  const answer = await answerChallenge(phone, graces)

  assert.deepEqual([answer.status, fieldError(answer)], [422, failedMessage])
  assert.equal(await isSignedIn(phone), false)
})

test('an answer works once (SKY-05)', async (t) => {
  const { foyer, phone, key } = await adaAtKeyChallenge(t)
  const credential = key.get(await fetchPasskeyOptions(phone, 'challenge'))
  const attacker = copyOfBrowser(phone, foyer)

  const first = await submitChallengeAnswer(phone, credential)
  const replayed = await submitChallengeAnswer(attacker, credential)

  assert.deepEqual([first.status, replayed.status], [204, 401])
  assert.equal(await isSignedIn(attacker), false)
})

test('an answer to one sign-in is rejected by another that waits at the same time (SKY-05)', async (t) => {
  const { foyer, phone, key } = await adaAtKeyChallenge(t)
  const attacker = foyer.browser()
  await attacker.visit('login.store', { email, password })
  const credential = key.get(await fetchPasskeyOptions(phone, 'challenge'))

  const stolen = await submitChallengeAnswer(attacker, credential)
  const own = await submitChallengeAnswer(phone, credential)

  assert.deepEqual([stolen.status, fieldError(stolen)], [422, expiredMessage])
  assert.equal(own.status, 204)
})

test('of sixteen concurrent answers, by key and by recovery code, one signs in (SKY-05)', async (t) => {
  const { foyer, phone, key, recoveryCodes } = await adaAtKeyChallenge(
    t,
    new VirtualAuthenticator({ hasCounter: false }),
  )
  const credentials = await Promise.all(
    Array.from({ length: 8 }, async () =>
      key.get(await fetchPasskeyOptions(phone, 'challenge'), { userVerified: false }),
    ),
  )
  const body = { recovery_code: recoveryCodes[0] }

  const answers = await Promise.all([
    ...credentials.map((it) => submitChallengeAnswer(copyOfBrowser(phone, foyer), it)),
    ...Array.from({ length: 8 }, () =>
      copyOfBrowser(phone, foyer).json('/two-factor-challenge', { method: 'POST', body }),
    ),
  ])

  assert.equal(answers.filter(({ status }) => status === 204).length, 1)
  const methods = (await foyer.events('session.started')).map(({ data }) => data['method'])
  assert.equal(methods.length, 2)
})

test('an answer for signing in or confirming is not one for the second step, nor the reverse (SKY-06)', async (t) => {
  const { foyer, laptop } = await adaAtKeyChallenge(t)
  const key = new VirtualAuthenticator()
  await addPasskey(laptop, key)
  const phone = foyer.browser()
  await phone.visit('login.store', { email, password })
  const { challenge: forSignIn } = await fetchPasskeyOptions(phone, 'login')
  const { challenge: forConfirming } = await fetchPasskeyOptions(laptop, 'confirm')
  const { challenge: forSecondStep } = await fetchPasskeyOptions(phone, 'challenge')

  const accepted = [
    await answerChallenge(phone, key, { challenge: forSignIn }),
    await answerChallenge(phone, key, { challenge: forConfirming }),
  ]
  const options = await fetchPasskeyOptions(phone, 'login')
  const signIn = await submitPasskeyLogin(phone, key.get({ ...options, challenge: forSecondStep }))
  const confirmation = await submitPasskeyConfirmation(
    laptop,
    key.get({ ...options, challenge: forSecondStep }),
  )

  assert.deepEqual(
    [...accepted, signIn, confirmation].map((answer) => fieldError(answer)),
    Array.from({ length: 4 }, () => expiredMessage),
  )
})

test('a challenge ends when the password changes, after five minutes, and when two-factor is off (SKY-07)', async (t) => {
  const { foyer, laptop, phone, key } = await adaAtKeyChallenge(t)
  const [slow, late] = [foyer.browser(), foyer.browser()]
  for (const browser of [slow, late]) await browser.visit('login.store', { email, password })
  const old = key.get(await fetchPasskeyOptions(slow, 'challenge'))
  const inTime = key.get(await fetchPasskeyOptions(phone, 'challenge'))
  foyer.clock.advance(5 * minutes)
  const tooLate = await submitChallengeAnswer(slow, old)

  const changed = await laptop.json('/user/password', {
    method: 'PUT',
    body: { current_password: password, password: 'lanterns over the harbour' },
  })
  const afterChange = await submitChallengeAnswer(phone, inTime)

  assert.deepEqual([tooLate.status, fieldError(tooLate)], [422, expiredMessage])
  assert.deepEqual([changed.status, afterChange.status], [200, 401])

  await foyer.browser().visit('login.store', { email, password: 'lanterns over the harbour' })
  const off = await laptop.json('/user/two-factor-authentication', { method: 'DELETE' })
  assert.equal(off.status, 200)
  const challenges = await foyer.db.selectFrom('two_factor_challenges').select('id').execute()
  assert.deepEqual(challenges, [])
})

test('a copied key, whose counter goes back, is rejected and reported (SKY-08)', async (t) => {
  const { foyer, phone, key } = await adaAtKeyChallenge(t)
  await answerChallenge(phone, key)
  await answerChallenge(await atChallenge(foyer), key)

  const answer = await answerChallenge(await atChallenge(foyer), key, { counter: 1 })

  assert.match(fieldError(answer) ?? '', /may have been copied/)
  const [refused] = await foyer.events('passkey.refused')
  assert.deepEqual(refused?.data['reason'], 'counter')
  assert.equal((await foyer.mails())[0]?.subject, 'One of your passkeys may have been copied')
})

async function atChallenge(foyer: TestApp): Promise<TestBrowser> {
  const browser = foyer.browser()
  await browser.visit('login.store', { email, password })
  return browser
}

test('a forged signature is rejected, and attempts are limited (SKY-08)', async (t) => {
  const { phone, key } = await adaAtKeyChallenge(t)
  const stranger = new VirtualAuthenticator()
  const forged = await answerChallenge(phone, key, { key: stranger.keyPair.privateKey })
  const absent = await answerChallenge(phone, key, { userPresent: false })
  const credential = stranger.get(await fetchPasskeyOptions(phone, 'challenge'))
  for (let tries = 0; tries < 8; tries++) await submitChallengeAnswer(phone, credential)

  const answer = await answerChallenge(phone, key)

  assert.deepEqual([fieldError(forged), fieldError(absent)], [failedMessage, failedMessage])
  assert.equal(answer.status, 429)
})

test('a removed key no longer completes a sign-in that waits for it, and raises no alarm (SKY-07)', async (t) => {
  const { foyer, laptop, phone, key, id } = await adaAtKeyChallenge(t)
  await addSecurityKey(laptop, new VirtualAuthenticator())
  const credential = key.get(await fetchPasskeyOptions(phone, 'challenge'))
  const removal = () => laptop.json(`/user/passkeys/${id}`, { method: 'DELETE' })

  const [removed, answer] = await Promise.all([removal(), submitChallengeAnswer(phone, credential)])

  assert.equal(removed.status, 200)
  assert.ok([204, 422].includes(answer.status))
  assert.equal(await isSignedIn(phone), answer.status === 204)
  assert.deepEqual(await foyer.events('passkey.refused'), [])
})

test('the password, then the app or the key: all factors of the account are offered (SKY-09)', async (t) => {
  const { foyer, laptop, key, phone } = await adaAtKeyChallenge(t)
  await laptop.visit('two-factor.disable')
  foyer.clock.advance(minutes)
  const { authenticator } = await enableTwoFactor(laptop)
  await phone.visit('login.store', { email, password })

  const { props } = (await phone.visit('two-factor.login')).page
  const byCode = await phone.json('/two-factor-challenge', {
    method: 'POST',
    body: { code: authenticator.nextCode() },
  })
  const byKey = await answerChallenge(await atChallenge(foyer), key)

  assert.deepEqual(props['methods'], ['passkey', 'code', 'recovery-code'])
  assert.deepEqual([byCode.status, byKey.status], [204, 204])
})
