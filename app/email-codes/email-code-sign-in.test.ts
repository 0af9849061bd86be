import assert from 'node:assert/strict'
import { test } from 'node:test'

import { createCli } from '#testing/cli.ts'
import { codeInMail, enterCode, isSignedIn, requestSignInCode } from '#testing/mailed-codes.ts'
import { addPasskey } from '#testing/passkey-flows.ts'
import {
  ada,
  confirmPassword,
  enableTwoFactor,
  registerAccount,
  signedInAda,
} from '#testing/signed-in-accounts.ts'
import { createTestApp } from '#testing/test-app.ts'
import { minutes } from '#testing/test-clock.ts'
import { VirtualAuthenticator } from '#testing/virtual-authenticator.ts'

test('a mailed code signs in, once, and is recorded as the method (COD-08)', async (t) => {
  const { foyer } = await signedInAda(t)
  const phone = foyer.browser()
  await phone.visit('time-travel.index')

  const code = await requestSignInCode(foyer, phone)
  const page = (await phone.visit('email-code.show')).page
  const answer = await enterCode(phone, `${code.slice(0, 3)} ${code.slice(3)}`)

  assert.deepEqual([page.component, page.props['email']], ['Auth/EmailCode', ada.email])
  assert.deepEqual([answer.status, answer.location], [303, '/time-travel'])
  assert.equal(await isSignedIn(phone), true)
  const started = (await foyer.events('session.started')).at(-1)
  assert.partialDeepStrictEqual(started?.data, { method: 'email-code', remembered: false })
  const left = foyer.db.selectFrom('mailed_codes').select('id').where('purpose', '=', 'sign-in')
  assert.deepEqual(await left.execute(), [])
})

test('the mail with a sign-in code names the browser and place of the request, warns of passing the code on, and keeps it out of the subject (COD-09)', async (t) => {
  const { foyer } = await signedInAda(t)
  const phone = foyer.browser()

  const code = await requestSignInCode(foyer, phone)

  const [mail] = await foyer.mails()
  assert.equal(mail?.to, ada.email)
  assert.equal(mail?.subject.includes(code), false)
  assert.match(mail?.text ?? '', /Device: Chrome on macOS/)
  assert.match(mail?.text ?? '', new RegExp(`IP address: ${phone.ipAddress}`))
  assert.match(mail?.text ?? '', /Never pass this code on/)
  assert.match(mail?.html ?? '', new RegExp(`>${code}</p>`))
})

test('signing in with a mailed code keeps "Keep me signed in", and answers a program with JSON', async (t) => {
  const { foyer } = await signedInAda(t)
  const phone = foyer.browser()
  await phone.open('/login')
  const post = (path: string, body: object) => phone.json(path, { method: 'POST', body })

  const asked = await post('/login/code', { email: ada.email, remember: true })
  const answer = await post('/login/code/verify', { code: await codeInMail(foyer) })

  assert.match(asked.raw.json().message, /If that address has an account/)
  assert.deepEqual(answer.raw.json(), { two_factor: false })
  const started = (await foyer.events('session.started')).at(-1)
  assert.partialDeepStrictEqual(started?.data, { remembered: true })
})

test('a mailed code signs in by a form without script as well', async (t) => {
  const { foyer } = await signedInAda(t)
  const phone = foyer.browser()
  const login = await phone.open('/login?step=password')

  const asked = await phone.submit('/login/code', { email: ada.email, password: '' })
  const page = await phone.open(asked.location ?? '')
  const answer = await phone.submit('/login/code/verify', { code: await codeInMail(foyer) })

  assert.ok(/formAction="\/login\/code"/i.test(login.text))
  assert.ok(/inputMode="numeric"[^>]*autoComplete="one-time-code"/i.test(page.text))
  assert.equal(answer.location, '/dashboard')
})

test('after a mailed code two-factor is still asked for, and the code is not its answer (COD-10)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const { authenticator } = await enableTwoFactor(laptop)
  foyer.clock.advance(1 * minutes)
  const phone = foyer.browser()

  const code = await requestSignInCode(foyer, phone)
  const answer = await enterCode(phone, code)
  assert.equal(answer.location, '/two-factor-challenge')
  assert.equal(await isSignedIn(phone), false)
  await phone.visit('two-factor.login.store', { code })
  assert.equal(await isSignedIn(phone), false)

  const done = await phone.visit('two-factor.login.store', { code: authenticator.nextCode() })
  assert.deepEqual([done.status, await isSignedIn(phone)], [303, true])
  const started = (await foyer.events('session.started')).at(-1)
  assert.partialDeepStrictEqual(started?.data, {
    method: 'email-code-two-factor',
    confirmed: false,
  })
})

test('changing the password or the address ends a sign-in that waits for its second factor (COD-10)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const { authenticator } = await enableTwoFactor(laptop)
  foyer.clock.advance(1 * minutes)
  const [phone, tablet] = [foyer.browser(), foyer.browser()]
  await enterCode(phone, await requestSignInCode(foyer, phone))
  await laptop.visit('user-password.update', {
    current_password: ada.password,
    password: 'lanterns over the harbour',
  })
  const code = authenticator.nextCode()
  assert.equal((await phone.visit('two-factor.login.store', { code })).location, '/login')

  await enterCode(tablet, await requestSignInCode(foyer, tablet))
  await foyer.db.updateTable('users').set({ email_key: 'other@example.com' }).execute()
  assert.equal((await tablet.visit('two-factor.login.store', { code })).location, '/login')
})

test('where a second factor is required and it is a passkey, a code alone does not sign in (COD-10)', async (t) => {
  const foyer = await createTestApp(t, { REQUIRE_TWO_FACTOR: '1' })
  const laptop = foyer.browser()
  await registerAccount(foyer, laptop)
  await confirmPassword(laptop)
  await addPasskey(laptop, new VirtualAuthenticator())
  const phone = foyer.browser()

  const answer = await enterCode(phone, await requestSignInCode(foyer, phone))

  assert.equal(answer.location, '/two-factor-challenge')
  assert.equal(await isSignedIn(phone), false)
})

test('a code does not confirm sensitive changes while the account has a password (COD-11)', async (t) => {
  const { foyer } = await signedInAda(t)
  const phone = foyer.browser()
  await enterCode(phone, await requestSignInCode(foyer, phone))

  const refused = await phone.visit('email-change.store', { email: 'eve@example.com' })
  assert.equal(refused.location, '/user/confirm-password')
  await confirmPassword(phone)
  const accepted = await phone.visit('email-change.store', { email: 'new@example.com' })
  assert.notEqual(accepted.location, '/user/confirm-password')
})

test('a mailed code confirms where the account has no password and no passkey (COD-11)', async (t) => {
  const { foyer } = await signedInAda(t)
  await foyer.db.updateTable('users').set({ password_hash: null }).execute()
  const phone = foyer.browser()
  await enterCode(phone, await requestSignInCode(foyer, phone))

  const answer = await phone.visit('email-change.store', { email: 'new@example.com' })

  assert.notEqual(answer.location, '/user/confirm-password')
})

test('a mailed code opens no locked account, and a deletion stays pending (COD-12)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  await laptop.visit('current-user.destroy', { password: ada.password, confirmation: ada.email })
  const phone = foyer.browser()
  await enterCode(phone, await requestSignInCode(foyer, phone))
  assert.equal((await phone.visit('dashboard')).location, '/user/leaving')

  const tablet = foyer.browser()
  const code = await requestSignInCode(foyer, tablet)
  await foyer.db.updateTable('users').set({ locked_at: foyer.clock.now() }).execute()
  await enterCode(tablet, code)
  const { errors } = (await tablet.visit('email-code.show')).page.props
  assert.match(errors['code'] ?? '', /^This account is locked/)
  assert.equal(await isSignedIn(tablet), false)
})

test('with SINGLE_SESSION a sign-in with a mailed code ends the other sessions (COD-12)', async (t) => {
  const foyer = await createTestApp(t, { SINGLE_SESSION: '1' })
  const [laptop, phone] = [foyer.browser(), foyer.browser()]
  await registerAccount(foyer, laptop)

  await enterCode(phone, await requestSignInCode(foyer, phone))

  assert.deepEqual([await isSignedIn(phone), await isSignedIn(laptop)], [true, false])
})

test('an unverified account gets a reset link instead of a sign-in code, because a stranger may have chosen its password (COD-13)', async (t) => {
  const foyer = await createTestApp(t)
  const cli = createCli(foyer, { stdin: 'lanterns over the harbour\n' })
  await cli('user:create', ada.email, '--name', 'Ada', '--password')
  const phone = foyer.browser()

  await requestSignInCode(foyer, phone)
  await foyer.mails()
  const [mail, ...others] = await foyer.mails()

  assert.match(mail?.text ?? '', /\/reset-password\//)
  assert.doesNotMatch(mail?.text ?? '', /^\d{6}$/m)
  assert.deepEqual(others, [])
})

test('with EMAIL_CODES=off no page and no route of sign-in codes exists (COD-14)', async (t) => {
  const foyer = await createTestApp(t, { EMAIL_CODES: 'off' })
  const browser = foyer.browser()
  const form = { email: ada.email, code: '123456' }

  const login = await browser.visit('login')
  assert.equal(login.page.props['emailCodes'], false)
  assert.doesNotMatch((await browser.open('/login')).text, /Email me a code/)
  await browser.visit('register.store', { ...ada, terms: true })
  assert.equal((await browser.visit('verification.notice')).page.props['takesCode'], false)
  await browser.visit('password.email', form)
  assert.equal((await browser.visit('password.request')).page.props['codeSentTo'], null)
  for (const name of [
    'email-code.show',
    'email-code.send',
    'email-code.store',
    'password.code',
    'verification.code',
  ] as const)
    assert.equal((await browser.visit(name, form)).status, 404, name)

  const [mail] = await foyer.mails()
  assert.match(mail?.subject ?? '', /^Confirm your email/)
  assert.doesNotMatch(mail?.text ?? '', /\bcode\b/)
  assert.deepEqual(await foyer.db.selectFrom('mailed_codes').selectAll().execute(), [])
})
