import assert from 'node:assert/strict'
import { test } from 'node:test'

import { features } from '#app/features.ts'
import { pruneExpired } from '#app/platform/maintenance/prune-expired.ts'
import { addKnownDevice } from '#app/platform/sessions/known-devices.ts'
import { createCli } from '#testing/cli.ts'
import {
  adaAtHome,
  codeMails,
  enterCode,
  enterPassword,
  mailedCode,
} from '#testing/device-codes.ts'
import { addPasskey, signInWithPasskey } from '#testing/passkey-flows.ts'
import { ada, confirmPassword, enableTwoFactor } from '#testing/signed-in-accounts.ts'
import { TestBrowser } from '#testing/test-browser.ts'
import { minutes } from '#testing/test-clock.ts'
import { VirtualAuthenticator } from '#testing/virtual-authenticator.ts'

const { email, password } = ada
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0'

test('a password on a new device opens nothing without the mailed code (DEV-10)', async (t) => {
  const { foyer } = await adaAtHome(t)

  const phone = await enterPassword(foyer)

  assert.equal((await phone.visit('dashboard')).location, '/login')
  assert.equal((await phone.json('/user/profile')).status, 401)
  assert.equal(phone.cookies.has('foyer'), false)
  const { component, props } = (await phone.visit('new-device.show')).page
  assert.equal(component, 'Auth/NewDevice')
  assert.partialDeepStrictEqual(props, { email, isCodeSent: true })
  const done = await enterCode(phone, await mailedCode(foyer))
  assert.equal(done.location, '/dashboard')
  assert.equal((await phone.visit('dashboard')).status, 200)
  const started = await foyer.events('session.started')
  assert.equal(started.at(-1)?.data['method'], 'device-code')
})

test('the mail tells the owner about the password, with the device and the way to secure the account (DEV-10)', async (t) => {
  const { foyer } = await adaAtHome(t)
  const phone = await enterPassword(foyer)

  const [mail, ...others] = await codeMails(foyer)

  assert.deepEqual(others, [])
  assert.equal(mail?.to, email)
  assert.match(mail?.text ?? '', /someone knows your password/)
  assert.match(mail?.text ?? '', /It works once, for 10 minutes/)
  assert.ok(mail?.text.includes(`IP address: ${phone.ipAddress}`))
  assert.match(mail?.text ?? '', /\/not-me\//)
})

test('after the new-device code no second mail reports the device, which is known from then on (DEV-10)', async (t) => {
  const { foyer } = await adaAtHome(t)
  const phone = await enterPassword(foyer)
  await enterCode(phone, await mailedCode(foyer))
  await phone.visit('logout')
  const mailCount = (await foyer.mails()).length

  const again = await phone.visit('login.store', { email, password })

  assert.equal(again.location, '/dashboard')
  assert.equal((await foyer.mails()).length, mailCount)
})

test('a program that signs in on a new device gets the same answer as JSON (DEV-10)', async (t) => {
  const { foyer } = await adaAtHome(t)
  const program = foyer.browser()
  await program.open('/login')

  const { raw } = await program.json('/login', { method: 'POST', body: { email, password } })

  assert.deepEqual(raw.json(), { two_factor: false, new_device: true })
  const body = { code: await mailedCode(foyer) }
  assert.equal((await program.json('/new-device', { method: 'POST', body })).status, 204)
  assert.equal((await program.json('/user/confirmed-password-status')).status, 200)
})

test('known devices, and the same kind of browser in a known network, need no new-device code (DEV-11)', async (t) => {
  const { foyer, laptop } = await adaAtHome(t)
  await laptop.visit('logout')
  const moved = new TestBrowser(foyer.app, '203.0.113.77')
  moved.cookies.set('foyer-device', laptop.cookies.get('foyer-device') ?? '')
  const cleared = new TestBrowser(foyer.app, laptop.ipAddress)

  assert.equal((await laptop.visit('login.store', { email, password })).location, '/dashboard')
  assert.equal((await cleared.visit('login.store', { email, password })).location, '/dashboard')
  assert.equal((await moved.visit('login.store', { email, password })).location, '/dashboard')
})

test('the browser of a registration needs no new-device code (DEV-11)', async (t) => {
  const { laptop } = await adaAtHome(t)
  await laptop.visit('logout')

  assert.equal((await laptop.visit('login.store', { email, password })).location, '/dashboard')
})

test('accounts with a second factor are asked for that alone on a new device (DEV-11)', async (t) => {
  const { foyer, laptop } = await adaAtHome(t)
  const { authenticator } = await enableTwoFactor(laptop)
  foyer.clock.advance(minutes)
  const phone = foyer.browser()

  const { location } = await phone.visit('login.store', { email, password })

  assert.equal(location, '/two-factor-challenge')
  await phone.visit('two-factor.login.store', { code: authenticator.nextCode() })
  assert.equal((await phone.visit('dashboard')).status, 200)
  assert.deepEqual(await codeMails(foyer), [])
})

test('a passkey needs no new-device code, but the password of an account with a passkey does (DEV-11)', async (t) => {
  const { foyer, laptop } = await adaAtHome(t)
  const authenticator = new VirtualAuthenticator()
  await confirmPassword(laptop)
  await addPasskey(laptop, authenticator)
  const phone = foyer.browser()
  phone.userAgent = firefox
  await enterPassword(foyer)

  const { status } = await signInWithPasskey(phone, authenticator)

  assert.equal(status, 200)
  assert.equal((await phone.visit('dashboard')).status, 200)
})

test('without NEW_DEVICE_CODE no sign-in needs a code (DEV-11)', async (t) => {
  const { foyer } = await adaAtHome(t, { NEW_DEVICE_CODE: '0' })

  const { location } = await foyer.browser().visit('login.store', { email, password })

  assert.equal(location, '/dashboard')
})

test('a password reset on a new device makes it a known one, which needs no code (DEV-11)', async (t) => {
  const { foyer } = await adaAtHome(t)
  const phone = foyer.browser()
  await phone.visit('password.email', { email })
  const [mail] = await foyer.mails()
  const token = mail?.text.match(/\/reset-password\/(\S+)/)?.[1]
  const changed = 'lanterns over the harbour'
  const form = { token, email, password: changed, password_confirmation: changed }
  await phone.visit('password.update', form)

  const { location } = await phone.visit('login.store', { email, password: changed })

  assert.equal(location, '/dashboard')
})

test('a right password without its new-device code is recorded with its client (DEV-16)', async (t) => {
  const { foyer } = await adaAtHome(t)
  const thief = await enterPassword(foyer)
  foyer.clock.advance(11 * minutes)

  await pruneExpired({ db: foyer.db }, foyer.clock.now(), features)

  const [event, ...others] = await foyer.events('sign-in.stopped')
  assert.deepEqual(others, [])
  assert.equal(event?.ip, thief.ipAddress)
  assert.partialDeepStrictEqual(event?.data, {
    count: 1,
    isKnownDevice: false,
    awaited: 'new-device',
  })
})

test('the operator gives a person without the mailbox a code for the page that is open (DEV-17)', async (t) => {
  const { foyer } = await adaAtHome(t)
  const command = createCli(foyer)
  const tooEarly = await command('user:device-code', email, '--yes')
  const phone = await enterPassword(foyer)
  const mailed = await mailedCode(foyer)

  const { json } = await command('user:device-code', email, '--yes', '--json')

  const code = String(json['code'])
  assert.equal(tooEarly.status, 1)
  assert.equal((await foyer.events('device-code.issued')).length, 1)
  if (code !== mailed) assert.equal((await enterCode(phone, mailed)).location, '/new-device')
  assert.equal((await enterCode(phone, code)).location, '/dashboard')
})

test('the new-device page works without script, and names the other ways in (DEV-17)', async (t) => {
  const { foyer } = await adaAtHome(t)
  const phone = await enterPassword(foyer)
  const { text } = await phone.open('/new-device')
  const token = /name="_token" value="([^"]+)"/.exec(text)?.[1] ?? ''

  const sent = await phone.submit('/new-device', { code: await mailedCode(foyer), _token: token })

  assert.match(text, /Sign in with a passkey<\/a>, or on a device you&#x27;ve used before/)
  assert.equal(sent.location, '/dashboard')
})

test('a remembered sign-in stays remembered, and leads to the page that was asked for (DEV-17)', async (t) => {
  const { foyer } = await adaAtHome(t)
  const phone = foyer.browser()
  await phone.visit('api-tokens.index')
  await phone.visit('login.store', { email, password, remember: true })

  const { location, raw } = await enterCode(phone, await mailedCode(foyer))

  assert.equal(location, '/user/api-tokens')
  assert.ok(raw.cookies.find(({ name }) => name === 'foyer')?.maxAge)
})

test('a device that became known elsewhere is recognized while it waits for its code (DEV-11)', async (t) => {
  const { foyer } = await adaAtHome(t)
  const { id: userId } = await foyer.db.selectFrom('users').select('id').executeTakeFirstOrThrow()
  const phone = foyer.browser()
  await phone.open('/login')
  const device = 'd'.repeat(43)
  phone.cookies.set('foyer-device', device)
  const origin = { userId, device, ip: '192.0.2.9', userAgent: firefox, now: foyer.clock.now() }
  await foyer.db.transaction().execute((tx) => addKnownDevice(tx, origin))

  assert.equal((await phone.visit('login.store', { email, password })).location, '/dashboard')
})
