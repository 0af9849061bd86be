import assert from 'node:assert/strict'
import { test } from 'node:test'

import { createCli } from '#testing/cli.ts'
import {
  adaAtKeyChallenge,
  addPasskey,
  addSecurityKey,
  confirmWithPasskey,
  enableWithPasskey,
  fetchPasskeyOptions,
  fieldError,
  signInWithPasskey,
} from '#testing/passkey-flows.ts'
import { ada, confirmPassword, signedInAda } from '#testing/signed-in-accounts.ts'
import { minutes } from '#testing/test-clock.ts'
import { VirtualAuthenticator } from '#testing/virtual-authenticator.ts'

const { email, password } = ada
const expiredMessage = 'That took too long, or it was already used. Try again.'
const failedMessage = "Your passkey couldn't be checked. Try again."

test('a security key is added without user verification, named, recorded and mailed (SKY-13)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  await confirmPassword(laptop)

  const options = await fetchPasskeyOptions(laptop, 'security-key')
  const answer = await addSecurityKey(laptop, new VirtualAuthenticator())

  assert.partialDeepStrictEqual(options, {
    hints: ['security-key'],
    authenticatorSelection: { residentKey: 'discouraged', userVerification: 'preferred' },
  })
  const { id, name } = answer.raw.json()
  assert.deepEqual([answer.status, name], [200, 'Security key'])
  const [added] = await foyer.events('passkey.added')
  assert.deepEqual(added?.data, { passkey: id, name, kind: null, secondFactorOnly: true })
  assert.equal((await foyer.mails())[0]?.subject, 'A security key was added to your account')
})

test('a security key signs nobody in without a password, even with a PIN, and confirms nothing (SKY-13)', async (t) => {
  const { foyer, laptop, key } = await adaAtKeyChallenge(t)
  const phone = foyer.browser()

  const withPin = await signInWithPasskey(phone, key, { userVerified: true })
  const withoutPin = await signInWithPasskey(phone, key, { userVerified: false })
  const confirmation = await confirmWithPasskey(laptop, key, { userVerified: true })

  assert.match(fieldError(withPin) ?? '', /works after your password only/)
  assert.equal(fieldError(withoutPin), failedMessage)
  assert.match(fieldError(confirmation) ?? '', /works after your password only/)
  assert.equal((await phone.visit('dashboard')).location, '/login')
  const { allowCredentials } = await fetchPasskeyOptions(laptop, 'confirm')
  assert.deepEqual(allowCredentials, [])
  const { methods } = (await laptop.json('/user/confirmed-password-status')).raw.json()
  assert.deepEqual(methods, ['password'])
})

test('a key without user verification cannot be added as a passkey (SKY-13)', async (t) => {
  const { laptop } = await signedInAda(t)
  await confirmPassword(laptop)
  const key = new VirtualAuthenticator()
  const unverified = await addPasskey(laptop, key, { userVerified: false })
  const options = await fetchPasskeyOptions(laptop, 'security-key')
  const credential = key.create(options, { userVerified: true })

  const otherPurpose = await laptop.json('/user/passkeys', { method: 'POST', body: { credential } })

  assert.equal(fieldError(unverified), failedMessage)
  assert.equal(fieldError(otherPurpose), expiredMessage)
})

test('a security key does not replace the last passkey or password, which cannot be removed (SKY-13)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  await confirmPassword(laptop)
  const passkey: { id: string } = (await addPasskey(laptop, new VirtualAuthenticator())).raw.json()
  await addSecurityKey(laptop, new VirtualAuthenticator())
  await foyer.db.updateTable('users').set({ password_hash: null }).execute()

  const answer = await laptop.json(`/user/passkeys/${passkey.id}`, { method: 'DELETE' })

  assert.match(fieldError(answer, 'passkey') ?? '', /only way to sign in/)
})

test('the mails about the removal of a security key call it by that name (SKY-13)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  await confirmPassword(laptop)
  const added = await addSecurityKey(laptop, new VirtualAuthenticator())
  await laptop.json(`/user/passkeys/${added.raw.json().id}`, { method: 'DELETE' })
  const [byHand] = await foyer.mails()
  await addSecurityKey(laptop, new VirtualAuthenticator())

  await createCli(foyer)('user:reset-two-factor', email, '--passkeys', '--yes')
  const mails = await foyer.mails()

  const subject = 'A security key was removed from your account'
  assert.equal(byHand?.subject, subject)
  assert.equal(mails.filter((mail) => mail.subject === subject).length, 2)
})

test('a password cannot be removed while the only other credential is a security key (SKY-13, NPW-02)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  await confirmPassword(laptop)
  await addSecurityKey(laptop, new VirtualAuthenticator())

  const answer = await laptop.json('/user/password', { method: 'DELETE' })

  assert.match(fieldError(answer, 'password') ?? '', /only way to sign in/)
  assert.equal((await foyer.browser().visit('login.store', { email, password })).status, 303)
})

test('a password manager cannot add a security key without a prompt (SKY-13, NPW-23)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  await confirmPassword(laptop)
  const options = (await laptop.json('/user/passkeys/options?automatic=1')).raw.json().options
  const credential = new VirtualAuthenticator().create(options, { userVerified: false })

  const body = { credential, automatic: true, second_factor_only: true }
  const answer = await laptop.json('/user/passkeys', { method: 'POST', body })

  assert.equal(fieldError(answer), expiredMessage)
  assert.deepEqual(await foyer.db.selectFrom('passkeys').select('id').execute(), [])
})

test('with two-factor off a security key is not asked for, and the check-up reports the lone password', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  await confirmPassword(laptop)
  await addSecurityKey(laptop, new VirtualAuthenticator())

  const { props } = (await laptop.visit('dashboard')).page
  const signedIn = await foyer.browser().visit('login.store', { email, password })

  assert.deepEqual(props['securityIssues'], ['second-factor'])
  assert.equal(signedIn.location, '/dashboard')
})

test('a reset link removes no security key, and no passkey that two-factor needs (SKY-14)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  await confirmPassword(laptop)
  const passkey: { id: string } = (await addPasskey(laptop, new VirtualAuthenticator())).raw.json()
  await enableWithPasskey(laptop)
  const reset = async (removed: string) => {
    await foyer.browser().visit('password.email', { email })
    const [mail] = await foyer.mails()
    const token = mail?.text.match(/reset-password\/(\S+)/)?.[1]
    const body = { token, email, password: 'lanterns over the harbour', remove_passkeys: [removed] }
    const attacker = foyer.browser()
    await attacker.open('/login')
    return attacker.json('/reset-password', { method: 'POST', body })
  }

  const alone = await reset(passkey.id)
  const key: { id: string } = (await addSecurityKey(laptop, new VirtualAuthenticator())).raw.json()
  foyer.clock.advance(5 * minutes)
  const ofKey = await reset(key.id)

  assert.match(fieldError(alone, 'remove_passkeys') ?? '', /one has to stay/)
  assert.equal(ofKey.status, 200)
  const left = await foyer.db.selectFrom('passkeys').select('id').execute()
  assert.deepEqual(new Set(left.map(({ id }) => id)), new Set([passkey.id, key.id]))
})
