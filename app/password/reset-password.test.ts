import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'

import { emailKey } from '#app/platform/validation/email-address.ts'
import { addPasskey, signInWithPasskey } from '#testing/passkey-flows.ts'
import {
  ada,
  signedInAda,
  adaOnTwoDevices,
  confirmPassword,
  registerAccount,
} from '#testing/signed-in-accounts.ts'
import type { TestApp } from '#testing/test-app.ts'
import type { TestBrowser } from '#testing/test-browser.ts'
import { days, hours, minutes } from '#testing/test-clock.ts'
import { eraseAllAccounts } from '#testing/test-database.ts'
import { VirtualAuthenticator } from '#testing/virtual-authenticator.ts'

const { email } = ada
const password = 'lanterns over the harbour'

/** Ada has requested a reset link and received the mail. */
async function adaWithResetLink(t: TestContext) {
  const { foyer, laptop } = await signedInAda(t)
  const link = await requestResetLink(foyer)
  return { foyer, laptop, link, token: tokenOfLink(link), guest: foyer.browser() }
}

async function requestResetLink(foyer: TestApp): Promise<string> {
  await foyer.browser().visit('password.email', { email })
  return mailedResetLink(foyer)
}

async function mailedResetLink(foyer: TestApp): Promise<string> {
  const [mail] = await foyer.mails()
  return mail?.text.match(/\/reset-password\/\S+/)?.[0] ?? ''
}

function tokenOfLink(link: string): string {
  return link.split('/').at(-1) ?? ''
}

async function canSignIn(foyer: TestApp, password: string): Promise<boolean> {
  const answer = await foyer.browser().visit('login.store', { email, password: password })
  return answer.location === '/dashboard'
}

/** The status and error message of a rejected form. */
async function rejection(browser: TestBrowser, form: Record<string, unknown>) {
  const answer = await browser.json('/reset-password', { method: 'POST', body: form })
  return [answer.status, answer.raw.json().errors]
}

const invalidLinkErrors = [422, { email: ['This link no longer works. Request a new one.'] }]

test('a reset link shows the account, and the page is not cached (A-RST-01, RST-14)', async (t) => {
  const { link, guest, token } = await adaWithResetLink(t)

  const answer = await guest.visitPath(link)

  assert.equal(answer.status, 200)
  assert.equal(answer.page.component, 'Auth/ResetPassword')
  assert.partialDeepStrictEqual(answer.page.props, { email, token })
  assert.equal(answer.header('referrer-policy'), 'no-referrer')
  assert.match(answer.header('cache-control') ?? '', /no-store/)
  assert.partialDeepStrictEqual(answer.page, { encryptHistory: true })
})

test('a reset sets the new password and invalidates the old one (A-RST-02)', async (t) => {
  const { foyer, guest, token } = await adaWithResetLink(t)

  const answer = await guest.visit('password.update', { token, email, password })

  assert.deepEqual([answer.status, answer.location], [303, '/login'])
  assert.equal((await guest.visit('dashboard')).location, '/login')
  assert.equal(await canSignIn(foyer, ada.password), false)
  assert.equal(await canSignIn(foyer, password), true)
})

test('a password reset answers a JSON client with a message (A-RST-02)', async (t) => {
  const { guest, token } = await adaWithResetLink(t)
  await guest.open('/login')
  const body = { token, email, password, password_confirmation: password }

  const answer = await guest.json('/reset-password', { method: 'POST', body })

  assert.equal(answer.status, 200)
  assert.deepEqual(Object.keys(answer.raw.json()), ['message'])
})

test('a reset link works once (RST-01, A-RST-08)', async (t) => {
  const { foyer, guest, token, link } = await adaWithResetLink(t)
  await guest.visit('password.update', { token, email, password })

  assert.deepEqual(
    await rejection(guest, { token, email, password: 'another row of words' }),
    invalidLinkErrors,
  )
  assert.equal((await guest.visitPath(link)).status, 410)
  assert.equal(await canSignIn(foyer, password), true)
})

test('of many concurrent uses of a reset link, one sets the password', async (t) => {
  const { foyer, token } = await adaWithResetLink(t)
  const people = Array.from({ length: 6 }, () => foyer.browser())
  for (const one of people) await one.open('/login')

  const answers = await Promise.all(
    people.map((one, at) =>
      one.json('/reset-password', {
        method: 'POST',
        body: { token, email, password: `lanterns over harbour ${at}` },
      }),
    ),
  )

  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 422, 422, 422, 422, 422])
  const winner = answers.findIndex(({ status }) => status === 200)
  assert.equal(await canSignIn(foyer, `lanterns over harbour ${winner}`), true)
})

test('opening a reset link, as mail scanners do, does not consume it (RST-13)', async (t) => {
  const { guest, token, link } = await adaWithResetLink(t)
  for (let count = 0; count < 3; count++) await guest.open(link)
  await guest.request(link, { method: 'HEAD' })

  assert.equal(
    (await guest.visit('password.update', { token, email, password })).location,
    '/login',
  )
})

test('every invalid reset link gets the same response (A-RST-04, A-RST-07, RST-15)', async (t) => {
  const { foyer, guest, token } = await adaWithResetLink(t)
  await guest.open('/login')
  const { token_hash } = await foyer.db
    .selectFrom('one_time_tokens')
    .select('token_hash')
    .where('purpose', '=', 'password-reset')
    .executeTakeFirstOrThrow()
  const [id = ''] = token.split('.')

  for (const wrong of [token.slice(0, -1), `${token}\0`, '.', 'Ⅷ', '-1', `${id}.${token_hash}`]) {
    assert.deepEqual(await rejection(guest, { token: wrong, email, password }), invalidLinkErrors)
    const page = await guest.visitPath(`/reset-password/${encodeURIComponent(wrong)}`)
    assert.ok([400, 404, 410].includes(page.status), wrong)
  }
  const [status] = await rejection(guest, { token: 'x'.repeat(10_000), email, password })
  assert.equal(status, 422)
})

test('a reset link with another address is rejected (A-RST-07)', async (t) => {
  const { guest, token } = await adaWithResetLink(t)
  await guest.open('/login')

  assert.deepEqual(
    await rejection(guest, { token, email: 'eve@example.com', password }),
    invalidLinkErrors,
  )
})

test('the stored hash does not work as a reset link (RST-16)', async (t) => {
  const { foyer, token } = await adaWithResetLink(t)
  const [, secret = 'none'] = token.split('.')

  const rows = await foyer.db.selectFrom('one_time_tokens').selectAll().execute()

  assert.ok(!JSON.stringify(rows).includes(secret))
})

test('a reset link works for an hour, and setting the clock back does not revive a used one (RST-06, A-RST-09)', async (t) => {
  const { foyer, guest, token } = await adaWithResetLink(t)
  await guest.open('/login')
  foyer.clock.advance(hours)
  assert.deepEqual(await rejection(guest, { token, email, password }), invalidLinkErrors)

  foyer.clock.advance(-1000)
  const [status] = await rejection(guest, { token, email, password })
  foyer.clock.advance(-30 * minutes)

  assert.equal(status, 200)
  assert.deepEqual(await rejection(guest, { token, email, password }), invalidLinkErrors)
})

test('only the newest reset link works (RST-07)', async (t) => {
  const { foyer, guest, token } = await adaWithResetLink(t)
  foyer.clock.advance(2 * minutes)
  const newest = tokenOfLink(await requestResetLink(foyer))
  await guest.open('/login')

  assert.notEqual(newest, token)
  assert.deepEqual(await rejection(guest, { token, email, password }), invalidLinkErrors)
  assert.equal(
    (await guest.visit('password.update', { token: newest, email, password })).location,
    '/login',
  )
})

test('a reset link sent to a former address is rejected (RST-08)', async (t) => {
  const { foyer, guest, token } = await adaWithResetLink(t)
  const changed = { email: 'countess@example.com', email_key: emailKey('countess@example.com') }
  await foyer.db.updateTable('users').set(changed).execute()
  await guest.open('/login')

  assert.deepEqual(await rejection(guest, { token, email, password }), invalidLinkErrors)
  assert.deepEqual(
    await rejection(guest, { token, email: changed.email, password }),
    invalidLinkErrors,
  )
})

test('changing the password revokes a reset link (RST-09)', async (t) => {
  const { laptop, guest, token } = await adaWithResetLink(t)
  const form = { current_password: ada.password, password: 'chosen by herself' }
  await laptop.visit('user-password.update', form)
  await guest.open('/login')

  assert.deepEqual(await rejection(guest, { token, email, password }), invalidLinkErrors)
})

test('a reset link of a deleted account is rejected (RST-17)', async (t) => {
  const { foyer, guest, token } = await adaWithResetLink(t)
  await eraseAllAccounts(foyer.db)
  await guest.open('/login')

  assert.deepEqual(await rejection(guest, { token, email, password }), invalidLinkErrors)
})

test('the password set by a reset follows the rules of registration (A-RST-06)', async (t) => {
  const { foyer, guest, token } = await adaWithResetLink(t)
  await guest.open('/login')
  const fields = async (form: object) =>
    Object.keys((await rejection(guest, { token, email, ...form }))[1])

  assert.deepEqual(await fields({}), ['password'])
  assert.deepEqual(await fields({ password: 'short' }), ['password'])
  assert.deepEqual(await fields({ password: 'password1234' }), ['password'])
  assert.deepEqual(await fields({ password: 'ada lovelace rules' }), ['password'])
  assert.deepEqual(await fields({ password: ['a'] }), ['password'])
  assert.deepEqual(await fields({ password, password_confirmation: 'other' }), ['password'])
  assert.equal(await canSignIn(foyer, ada.password), true)
})

test('a rejected reset form redirects back to the link without a Referer (RST-14)', async (t) => {
  const { guest, token, link } = await adaWithResetLink(t)

  const weak = await guest.visit('password.update', { token, email, password: 'short' })
  const empty = await guest.visit('password.update', { token, email })
  const odd = await guest.visit('password.update', { token: 'odd', email, password })

  assert.deepEqual([weak.location, empty.location, odd.location], [link, link, '/forgot-password'])
})

test('a password reset signs out every device and notifies the owner', async (t) => {
  const { foyer, laptop, phone } = await adaOnTwoDevices(t)
  const token = tokenOfLink(await requestResetLink(foyer))

  await foyer.browser().visit('password.update', { token, email, password })

  assert.equal((await laptop.visit('dashboard')).location, '/login')
  assert.equal((await phone.visit('dashboard')).location, '/login')
  const [mail] = await foyer.mails()
  assert.equal(mail?.subject, 'Your password was changed')
  assert.equal(mail?.to, email)
})

test('a password reset is recorded without secrets', async (t) => {
  const { foyer, guest, token } = await adaWithResetLink(t)
  await guest.visit('password.update', { token, email, password })

  const events = await foyer.events()

  assert.deepEqual(
    events.slice(-3).map(({ type }) => type),
    ['password.reset-requested', 'session.ended', 'password.reset'],
  )
  assert.ok(!JSON.stringify(events).includes(token.split('.')[1] ?? ''))
})

test('using a reset link verifies its address (RST-18)', async (t) => {
  const { foyer, guest, token } = await adaWithResetLink(t)
  await foyer.db.updateTable('users').set({ email_verified_at: null }).execute()

  await guest.visit('password.update', { token, email, password })

  const { email_verified_at } = await foyer.db
    .selectFrom('users')
    .select('email_verified_at')
    .executeTakeFirstOrThrow()
  assert.equal(email_verified_at, foyer.clock.now())
})

test('an account without a password can set one by mail', async (t) => {
  const { foyer, guest, token } = await adaWithResetLink(t)
  await foyer.db.updateTable('users').set({ password_hash: null }).execute()

  await guest.visit('password.update', { token, email, password })

  assert.equal(await canSignIn(foyer, password), true)
})

test('a password reset ends the session of another account that is signed in in the same browser (RST-19)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const eve = { name: 'Eve', email: 'eve@example.com', password: 'nine green bottles' }
  const hers = foyer.browser()
  await registerAccount(foyer, hers, eve)
  const link = await requestResetLink(foyer)
  const page = await hers.visitPath(link)
  assert.equal(page.page.props['email'], email)

  const answer = await hers.visit('password.update', { token: tokenOfLink(link), email, password })

  assert.equal(answer.location, '/login')
  assert.equal((await hers.visit('dashboard')).location, '/login')
  assert.equal((await laptop.visit('dashboard')).location, '/login')
  const again = await foyer.browser().visit('login.store', eve)
  assert.equal(again.location, '/dashboard')
})

test('the eleventh attempt on a reset link is rate-limited (RST-15)', async (t) => {
  const { guest, token } = await adaWithResetLink(t)
  await guest.open('/login')
  const [id = ''] = token.split('.')
  const body = { token: `${id}.${'x'.repeat(43)}`, email, password }

  const answers = await Promise.all(
    Array.from({ length: 12 }, () => guest.json('/reset-password', { method: 'POST', body })),
  )

  assert.equal(answers.filter(({ status }) => status === 429).length, 2)
})

test("an attacker's passkey is listed and can be removed with the reset", async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const [hers, attackersKey] = [new VirtualAuthenticator(), new VirtualAuthenticator()]
  await confirmPassword(laptop)
  await addPasskey(laptop, hers, {}, 'Blue key')
  foyer.clock.advance(31 * days)
  const attacker = foyer.browser()
  await attacker.visit('login.store', { email, password: ada.password })
  await confirmPassword(attacker)
  const { id } = (await addPasskey(attacker, attackersKey, {}, 'Phone')).raw.json()
  const link = await requestResetLink(foyer)
  const { props } = (await foyer.browser().visitPath(link)).page
  assert.partialDeepStrictEqual(props['passkeys'], [{ id, name: 'Phone' }, { name: 'Blue key' }])

  const form = { token: tokenOfLink(link), email, password, 'remove_passkeys[]': id }
  await foyer.browser().submit('/reset-password', form)

  const answer = await signInWithPasskey(foyer.browser(), attackersKey)
  assert.equal(answer.status, 422)
  assert.equal((await signInWithPasskey(foyer.browser(), hers)).status, 200)
  const mails = await foyer.mails()
  const notice = mails.find(({ subject }) => subject === 'Your password was changed')
  assert.match(notice?.text ?? '', /removed: Phone\.[^]*still work: Blue key\./)
})

test("a reset link cannot remove another account's passkey", async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const key = new VirtualAuthenticator()
  await confirmPassword(laptop)
  const added = await addPasskey(laptop, key)
  const eve = { name: 'Eve', email: 'eve@example.com', password: 'nine green bottles' }
  await registerAccount(foyer, foyer.browser(), eve)
  await foyer.browser().visit('password.email', { email: eve.email })
  const token = tokenOfLink(await mailedResetLink(foyer))

  const remove_passkeys = [added.raw.json().id]
  const form = { token, email: eve.email, password, remove_passkeys }
  const answer = await foyer.browser().visit('password.update', form)

  assert.equal(answer.location, '/login')
  assert.equal((await signInWithPasskey(foyer.browser(), key)).status, 200)
})
