import assert from 'node:assert/strict'
import { test } from 'node:test'

import {
  addPasskey,
  adaWithPasskey,
  confirmWithPasskey,
  fieldError,
  signInWithPasskey,
} from '#testing/passkey-flows.ts'
import { appWithProvider, linkPath, signInByProvider } from '#testing/provider-flows.ts'
import {
  ada,
  confirmPassword,
  enableTwoFactor,
  registerAccount,
  signedInAda,
} from '#testing/signed-in-accounts.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import type { TestBrowser } from '#testing/test-browser.ts'
import { minutes } from '#testing/test-clock.ts'
import { VirtualAuthenticator } from '#testing/virtual-authenticator.ts'

const path = '/user/password'
const removePassword = (browser: TestBrowser) => browser.json(path, { method: 'DELETE' })
const { email, password } = ada

async function hasPassword({ db }: TestApp): Promise<boolean> {
  const user = await db.selectFrom('users').select('password_hash').executeTakeFirstOrThrow()
  return user.password_hash !== null
}

test('with a passkey the password can be removed, and signs in no more (NPW-01)', async (t) => {
  const { foyer, laptop, key } = await adaWithPasskey(t)

  const answer = await laptop.visit('user-password.destroy')

  assert.equal(answer.status, 303)
  const { page } = await laptop.visit('profile.security')
  assert.equal(page.flash?.['status'], 'password-removed')
  assert.partialDeepStrictEqual(page.props['password'], { hasPassword: false, changedAt: null })
  const refused = await foyer.browser().visit('login.store', { email, password })
  assert.notEqual(refused.location, '/dashboard')
  assert.equal((await signInWithPasskey(foyer.browser(), key)).status, 200)
})

test('with a linked account the password can be removed (NPW-01)', async (t) => {
  const { foyer } = await appWithProvider(t)
  const laptop = foyer.browser()
  await registerAccount(foyer, laptop)
  await confirmPassword(laptop)
  await signInByProvider(laptop, linkPath)

  assert.equal((await removePassword(laptop)).status, 200)

  assert.equal((await signInByProvider(foyer.browser())).location, '/dashboard')
})

test('a linked account at a provider that is no longer offered does not replace the password (NPW-02)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  await confirmPassword(laptop)
  const { id: user_id } = await foyer.db.selectFrom('users').select('id').executeTakeFirstOrThrow()
  const linked = { id: 'linked', user_id, provider: 'gone', issuer: 'https://gone', subject: '1' }
  const times = { created_at: 1, last_used_at: null }
  await foyer.db
    .insertInto('linked_accounts')
    .values({ ...linked, email: null, ...times })
    .execute()

  assert.equal((await removePassword(laptop)).status, 422)
  assert.ok(await hasPassword(foyer))
})

test('the password of an account without another way in stays (NPW-02)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  await enableTwoFactor(laptop)

  const answer = await removePassword(laptop)

  assert.equal(answer.status, 422)
  assert.match(fieldError(answer, 'password') ?? '', /^Your password is your only way to sign in\./)
  assert.ok(await hasPassword(foyer))
  assert.deepEqual(await foyer.events('password.removed'), [])
})

test('a session without a recent confirmation cannot remove the password (NPW-03)', async (t) => {
  const { foyer, laptop } = await adaWithPasskey(t)
  const thief = foyer.browser()
  foyer.clock.advance(foyer.config.confirmationMinutes.sensitive * minutes)
  for (const [name, value] of laptop.cookies) thief.cookies.set(name, value)

  const answers = [await removePassword(thief), await removePassword(foyer.browser())]

  assert.deepEqual(
    answers.map(({ status }) => status),
    [423, 401],
  )
  assert.ok(await hasPassword(foyer))
})

test('a page of another site cannot remove the password (NPW-03)', async (t) => {
  const { foyer, laptop } = await adaWithPasskey(t)

  const answer = await laptop.request(`${path}?_method=delete`, {
    method: 'POST',
    headers: { 'sec-fetch-site': 'cross-site' },
  })

  assert.equal(answer.status, 403)
  assert.ok(await hasPassword(foyer))
})

test('removing the password ends other sessions, open links and started sign-ins, like a change (NPW-04)', async (t) => {
  const { foyer, laptop } = await adaWithPasskey(t)
  await enableTwoFactor(laptop)
  const stolen = foyer.browser()
  for (const [name, value] of laptop.cookies) stolen.cookies.set(name, value)
  const halfway = foyer.browser()
  const challenged = await halfway.visit('login.store', { email, password })
  assert.equal(challenged.location, '/two-factor-challenge')
  await foyer.browser().visit('password.email', { email })
  const [mail] = await foyer.mails()
  const resetLink = mail?.text.match(/\/reset-password\/\S+/)?.[0] ?? ''
  const phone = foyer.browser()
  assert.equal((await phone.visitPath(resetLink)).status, 200)

  await removePassword(laptop)

  assert.equal((await laptop.visit('dashboard')).status, 200)
  assert.equal((await stolen.visit('dashboard')).location, '/login')
  assert.equal((await halfway.visit('two-factor.login')).location, '/login')
  assert.equal((await phone.visitPath(resetLink)).status, 410)
})

test('removing the password signs out another device, with the reason (NPW-04)', async (t) => {
  const { foyer, laptop, key } = await adaWithPasskey(t)
  const phone = foyer.browser()
  await signInWithPasskey(phone, key)

  await removePassword(laptop)

  assert.equal((await phone.visit('dashboard')).location, '/login')
  const [ended] = await foyer.events('session.ended')
  assert.partialDeepStrictEqual(ended?.data, { by: 'person', why: 'password-removed' })
})

test('the owner is notified by mail of the removed password, and can report it (NPW-05)', async (t) => {
  const { foyer, laptop } = await adaWithPasskey(t)

  await removePassword(laptop)

  const [mail] = await foyer.mails()
  assert.deepEqual([mail?.to, mail?.subject], [email, 'Your password was removed'])
  const link = mail?.text.match(/\/not-me\/\S+/)?.[0] ?? ''
  await foyer.browser().visitPath(link, { method: 'POST', body: {} })
  assert.equal((await laptop.visit('dashboard')).location, '/login')
  assert.equal((await foyer.mails())[0]?.subject, 'Get back into your account')
})

test('Time Travel shows the account before and after its password was removed (NPW-05)', async (t) => {
  const { foyer, laptop } = await adaWithPasskey(t)
  await removePassword(laptop)
  const [removed] = await foyer.events('password.removed')
  const stateAt = async (event: number) =>
    Object((await laptop.visitPath(`/time-travel?event=${event}`)).page.props['past'])

  assert.equal((await stateAt(removed?.seq ?? 0)).passwordSince, null)
  assert.notEqual((await stateAt((removed?.seq ?? 0) - 1)).passwordSince, null)
})

test('of sixteen concurrent removals of the password one succeeds (NPW-06)', async (t) => {
  const { foyer, laptop } = await adaWithPasskey(t)

  const answers = await Promise.all(Array.from({ length: 16 }, () => removePassword(laptop)))

  assert.equal(answers.filter(({ status }) => status === 200).length, 1)
  assert.equal((await foyer.events('password.removed')).length, 1)
})

test('password and last passkey removed at once: exactly one goes (NPW-06)', async (t) => {
  for (let round = 0; round < 5; round++) {
    const { foyer, laptop, id } = await adaWithPasskey(t)
    const removePasskey = () => laptop.json(`/user/passkeys/${id}`, { method: 'DELETE' })
    const removals = [removePasskey, () => removePassword(laptop)]

    const answers = await Promise.all(
      (round % 2 === 0 ? removals : removals.toReversed()).map((remove) => remove()),
    )

    const [done, refused] = answers.map(({ status }) => status).toSorted()
    assert.equal(done, 200)
    // 401 when the removed password has renewed the session before the other request looked it up.
    assert.ok(refused === 422 || refused === 401, `answered ${refused}`)
    const passkeys = await foyer.db.selectFrom('passkeys').select('id').execute()
    assert.equal(Number(await hasPassword(foyer)) + passkeys.length, 1)
  }
})

test('a removed password counts as a previous one (NPW-07)', async (t) => {
  const foyer = await createTestApp(t, { PASSWORD_HISTORY: '3' })
  const laptop = foyer.browser()
  await registerAccount(foyer, laptop)
  await confirmPassword(laptop)
  await addPasskey(laptop, new VirtualAuthenticator())
  await removePassword(laptop)

  const answer = await laptop.json(path, { method: 'PUT', body: { password } })

  assert.match(fieldError(answer, 'password') ?? '', /you haven't used here before/)
})

test('a password can be set again after a confirmation by passkey (NPW-08)', async (t) => {
  const { foyer, laptop, key } = await adaWithPasskey(t)
  await removePassword(laptop)
  foyer.clock.advance(foyer.config.confirmationMinutes.sensitive * minutes)
  const body = { password: 'lanterns over the harbour' }

  const unconfirmed = await laptop.json(path, { method: 'PUT', body })
  const confirmed = await confirmWithPasskey(laptop, key)
  const set = await laptop.json(path, { method: 'PUT', body })

  assert.deepEqual([unconfirmed.status, confirmed.status, set.status], [423, 200, 200])
  const signedIn = await foyer.browser().visit('login.store', { email, ...body })
  assert.equal(signedIn.location, '/dashboard')
  assert.deepEqual((await foyer.events('password.changed'))[0]?.data, {
    had: false,
    tokensRevoked: false,
  })
})
