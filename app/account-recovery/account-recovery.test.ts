import assert from 'node:assert/strict'
import { test } from 'node:test'

import { accountRecoveryFeature } from '#app/account-recovery/feature.ts'
import {
  adaReady,
  adaWaiting,
  adaWithoutMailbox,
  askForRecovery,
  finishRecovery,
  mailNewAddress,
  newEmail,
  newPassword,
  stepOf,
  validForm,
  waitMs,
} from '#testing/account-recovery.ts'
import { linkInMailTo } from '#testing/account-takeover.ts'
import { createApiClient } from '#testing/api-clients.ts'
import { addAddress } from '#testing/email-addresses.ts'
import { ada, registerAccount } from '#testing/signed-in-accounts.ts'
import type { TestApp } from '#testing/test-app.ts'
import { days, hours, minutes } from '#testing/test-clock.ts'

const { email, password } = ada

const accountOf = ({ db }: TestApp) =>
  db.selectFrom('users').select(['email', 'email_verified_at']).executeTakeFirstOrThrow()

test('with a recovery code and a code from the app, a new address and password are set after the wait (WAY-01)', async (t) => {
  const { foyer, phone, link, authenticator } = await adaReady(t)

  const finished = await finishRecovery(phone, link)

  assert.equal(finished.location, '/login')
  foyer.clock.advance(minutes)
  const form = { email: newEmail, password: newPassword }
  assert.equal((await phone.visit('login.store', form)).location, '/two-factor-challenge')
  const code = { code: authenticator.nextCode() }
  assert.equal((await phone.visit('two-factor.login.store', code)).location, '/dashboard')
})

test('a trusted browser stands in for the app in a recovery; a browser that is only known does not (WAY-02)', async (t) => {
  const { foyer, laptop, phone, authenticator, recoveryCode } = await adaWithoutMailbox(t)
  foyer.clock.advance(minutes)
  await phone.visit('login.store', { email, password })
  const trust = { code: authenticator.nextCode(), trust_device: true }
  await phone.visit('two-factor.login.store', trust)
  await phone.visit('logout')
  await laptop.visit('logout')
  const form = { email, recovery_code: recoveryCode, code: '' }

  const known = await askForRecovery(laptop, form)
  const [used, copied] = [phone.cookies.get('foyer-trusted'), foyer.browser()]
  // A wrong recovery code does not use up the trust.
  await askForRecovery(phone, { ...form, recovery_code: 'aaaa-bbbb-cccc' })
  const trusted = await askForRecovery(phone, form)

  const page = await laptop.visitPath(known.location ?? '')
  assert.equal(page.page.props.errors['code'], 'Enter the code from your app.')
  assert.equal(trusted.location, '/recover-account')
  assert.equal(await stepOf(phone), 'waiting')
  // Its secret is used up, so a copy of the cookie is worthless.
  copied.cookies.set('foyer-trusted', used ?? '')
  assert.equal(await stepOf(copied), 'ask')
  assert.notEqual(phone.cookies.get('foyer-trusted'), used)
})

test('a recovery works in the browser that waited; another browser gets the page without a form (WAY-12)', async (t) => {
  const { foyer, phone, link } = await adaReady(t)
  const thief = foyer.browser()

  const opened = await thief.visitPath(link)
  const sent = await finishRecovery(thief, link)

  assert.equal(opened.page.props['isOtherBrowser'], true)
  assert.equal(sent.status, 410)
  assert.equal((await accountOf(foyer)).email, email)
  assert.equal((await phone.visitPath(link)).page.props['isOtherBrowser'], false)
})

test('requesting a recovery again moves it to the new browser, and the waiting time goes on (WAY-12)', async (t) => {
  const { foyer, phone, authenticator, otherCode } = await adaWaiting(t)
  foyer.clock.advance(waitMs - hours)
  const tablet = foyer.browser()
  const form = { email, recovery_code: otherCode, code: authenticator.nextCode() }

  await askForRecovery(tablet, form)

  assert.equal(await stepOf(phone), 'ask')
  foyer.clock.advance(hours)
  assert.equal(await stepOf(tablet), 'ready')
  const [first, second] = await foyer.events('recovery.requested')
  assert.equal(first?.data['readyAt'], second?.data['readyAt'])
})

test('finishing a recovery ends sessions, tokens, trust and every earlier link; two-factor stays on (WAY-14)', async (t) => {
  const { foyer, laptop, phone, authenticator, ...codes } = await adaWithoutMailbox(t)
  const client = await createApiClient(foyer, laptop)
  await askForRecovery(phone, validForm({ foyer, laptop, phone, authenticator, ...codes }))
  foyer.clock.advance(waitMs)
  const session = { email, password }
  await laptop.visit('login.store', session)
  await laptop.visit('two-factor.login.store', {
    code: authenticator.nextCode(),
    trust_device: true,
  })
  await foyer.browser().visit('password.email', { email })
  const reset = await linkInMailTo(foyer, email, /\/reset-password\/\S+/)
  const notMe = await linkInMailTo(foyer, email, /\/not-me\/\S+/)
  assert.equal(await client.status('/api/user'), 200)

  await finishRecovery(phone, await mailNewAddress(foyer, phone))

  assert.equal((await laptop.visit('dashboard')).location, '/login')
  assert.equal(await client.status('/api/user'), 401)
  assert.equal((await laptop.visitPath(reset)).status, 410)
  assert.equal((await laptop.visitPath(notMe)).status, 410)
  const ended = { email: newEmail, password: newPassword }
  assert.equal((await laptop.visit('login.store', ended)).location, '/two-factor-challenge')
  assert.notEqual((await foyer.browser().visit('login.store', session)).location, '/dashboard')
})

test('finishing a recovery also ends links that undo an earlier change of address (WAY-14)', async (t) => {
  const { foyer, phone, link } = await adaReady(t)
  const { id: user_id } = await foyer.db.selectFrom('users').select('id').executeTakeFirstOrThrow()
  const now = foyer.clock.now()
  const undo = { id: 'undo', purpose: 'email-change-undo', token_hash: 'x' } as const
  const times = { created_at: now, expires_at: now + days }
  const token = { ...undo, ...times, user_id, email_key: 'old@example.com', payload_sealed: null }
  await foyer.db.insertInto('one_time_tokens').values(token).execute()

  await finishRecovery(phone, link)

  const left = await foyer.db.selectFrom('one_time_tokens').select('purpose').execute()
  assert.deepEqual(
    left.map(({ purpose }) => purpose),
    ['not-me'],
  )
})

test('after a recovery the old address is notified without a link and without the new address; other addresses stay (WAY-14)', async (t) => {
  const { foyer, laptop, phone, authenticator, ...codes } = await adaWithoutMailbox(t)
  await addAddress(foyer, laptop, 'ada@backup.example')
  await askForRecovery(phone, validForm({ foyer, laptop, phone, authenticator, ...codes }))
  foyer.clock.advance(waitMs)

  await finishRecovery(phone, await mailNewAddress(foyer, phone))

  const [toOld] = (await foyer.mails()).filter(({ to }) => to === email)
  assert.equal(toOld?.subject, 'Your account moved to another address')
  assert.doesNotMatch(toOld?.text ?? '', /https?:|new\.example/)
  const told = (await foyer.mails()).filter((it) => it.subject === 'Your account was recovered')
  assert.deepEqual(told.map(({ to }) => to).toSorted(), ['ada@backup.example', newEmail])
})

test('a recovery gives the account no address that was not proved (WAY-15)', async (t) => {
  const { foyer, phone, link } = await adaReady(t)
  const second = await mailNewAddress(foyer, phone, 'ada@second.example')
  const replaced = await finishRecovery(phone, link)

  assert.notEqual(second, link)
  assert.equal(replaced.status, 410)
  assert.equal((await accountOf(foyer)).email, email)
  await finishRecovery(phone, second)
  const { email: proved, email_verified_at } = await accountOf(foyer)
  assert.equal(proved, 'ada@second.example')
  assert.notEqual(email_verified_at, null)
})

test("requesting another account's address in a recovery gets the same answer, and its owner a mail without the link (WAY-15)", async (t) => {
  const { foyer, phone } = await adaReady(t)
  const grace = { name: 'Grace', email: 'grace@example.com', password: 'tall ships in the morning' }
  await registerAccount(foyer, foyer.browser(), grace)

  const free = await phone.visit('account-recovery.address', { email: 'ada@third.example' })
  const taken = await phone.visit('account-recovery.address', { email: grace.email })

  assert.deepEqual([taken.status, taken.location], [free.status, free.location])
  const [mail] = await foyer.mails()
  assert.equal(mail?.to, grace.email)
  assert.doesNotMatch(mail?.text ?? '', /recover-account/)
})

test('a recovery to an address that another account took meanwhile is refused, and stays open (WAY-15)', async (t) => {
  const { foyer, phone, link } = await adaReady(t)
  const grace = { name: 'Grace', email: newEmail, password: 'tall ships in the morning' }
  await registerAccount(foyer, foyer.browser(), grace)

  const refused = await finishRecovery(phone, link)

  const page = await phone.visitPath(refused.location ?? '')
  assert.match(page.page.props.errors['form'] ?? '', /now belongs to another account/)
  assert.equal(await stepOf(phone), 'ready')
  const other = await mailNewAddress(foyer, phone, 'ada@second.example')
  assert.equal((await finishRecovery(phone, other)).location, '/login')
})

test('a recovery refuses the lost address and a weak password (WAY-15)', async (t) => {
  const { phone, link } = await adaReady(t)

  const lost = await phone.visit('account-recovery.address', { email })
  const lostPage = await phone.visitPath(lost.location ?? '')
  const weak = await finishRecovery(phone, link, 'password1234')
  const weakPage = await phone.visitPath(weak.location ?? '')

  assert.match(lostPage.page.props.errors['email'] ?? '', /the address you lost/)
  assert.ok(weakPage.page.props.errors['password'])
})

test('a recovery that nobody finishes expires a week after its waiting time, and is deleted (WAY-16)', async (t) => {
  const { foyer, phone } = await adaReady(t)
  foyer.clock.advance(7 * days - minutes)
  assert.equal(await stepOf(phone), 'ready')
  const link = await mailNewAddress(foyer, phone)
  foyer.clock.advance(minutes)

  const refused = await finishRecovery(phone, link)
  await accountRecoveryFeature.prune?.(foyer.db, foyer.clock.now())

  assert.equal(refused.status, 410)
  assert.deepEqual(await foyer.db.selectFrom('account_recoveries').selectAll().execute(), [])
  const { page } = await phone.visit('account-recovery.show')
  assert.deepEqual([page.props['step'], page.props['isOver']], ['ask', true])
})
