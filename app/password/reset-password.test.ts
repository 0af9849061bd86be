import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'

import { emailKey } from '#app/platform/email-address.ts'
import { Authenticator } from '#testing/authenticator.ts'
import type { Browser } from '#testing/browser.ts'
import { addPasskey, signInWith } from '#testing/ceremonies.ts'
import { eraseEveryone } from '#testing/database.ts'
import { ada, adaAtHome, adaOnTwoDevices, confirmPassword, join } from '#testing/people.ts'
import type { Product } from '#testing/product.ts'
import { days, hours, minutes } from '#testing/test-clock.ts'

const { email } = ada
const password = 'lanterns over the harbour'

/** Ada has asked for a link, and it is in her mail. */
async function adaHasForgotten(t: TestContext) {
  const { foyer, laptop } = await adaAtHome(t)
  const link = await askForLink(foyer)
  return { foyer, laptop, link, token: tokenIn(link), someone: foyer.browser() }
}

async function askForLink(foyer: Product): Promise<string> {
  await foyer.browser().visit('password.email', { email })
  return resetLink(foyer)
}

async function resetLink(foyer: Product): Promise<string> {
  const [mail] = await foyer.mails()
  return mail?.text.match(/\/reset-password\/\S+/)?.[0] ?? ''
}

function tokenIn(link: string): string {
  return link.split('/').at(-1) ?? ''
}

async function signsIn(foyer: Product, typed: string): Promise<boolean> {
  const answer = await foyer.browser().visit('login.store', { email, password: typed })
  return answer.to === '/dashboard'
}

/** The sentence the form shows after a refusal. */
async function refusal(browser: Browser, form: Record<string, unknown>) {
  const answer = await browser.json('/reset-password', { method: 'POST', body: form })
  return [answer.status, answer.response.json().errors]
}

const dead = [422, { email: ['This link does not work, or no longer. Have a new one sent.'] }]

test('the link shows whose password it sets, and the page is kept nowhere (A-RST-01, RST-14)', async (t) => {
  const { link, someone, token } = await adaHasForgotten(t)

  const answer = await someone.send(link)

  assert.equal(answer.status, 200)
  assert.equal(answer.page.component, 'Auth/ResetPassword')
  assert.partialDeepStrictEqual(answer.page.props, { email, token })
  assert.equal(answer.header('referrer-policy'), 'no-referrer')
  assert.match(answer.header('cache-control') ?? '', /no-store/)
  assert.partialDeepStrictEqual(answer.page, { encryptHistory: true })
})

test('the new password is set and asked for; the old one is dead (A-RST-02)', async (t) => {
  const { foyer, someone, token } = await adaHasForgotten(t)

  const answer = await someone.visit('password.update', { token, email, password })

  assert.deepEqual([answer.status, answer.to], [303, '/login'])
  assert.equal((await someone.visit('dashboard')).to, '/login')
  assert.equal(await signsIn(foyer, ada.password), false)
  assert.equal(await signsIn(foyer, password), true)
})

test('a program is told with a message (A-RST-02)', async (t) => {
  const { someone, token } = await adaHasForgotten(t)
  await someone.open('/login')
  const body = { token, email, password, password_confirmation: password }

  const answer = await someone.json('/reset-password', { method: 'POST', body })

  assert.equal(answer.status, 200)
  assert.deepEqual(Object.keys(answer.response.json()), ['message'])
})

test('a link works once (RST-01, A-RST-08)', async (t) => {
  const { foyer, someone, token, link } = await adaHasForgotten(t)
  await someone.visit('password.update', { token, email, password })

  assert.deepEqual(await refusal(someone, { token, email, password: 'another row of words' }), dead)
  assert.equal((await someone.send(link)).status, 410)
  assert.equal(await signsIn(foyer, password), true)
})

test('of many who use it at the same moment, one sets the password', async (t) => {
  const { foyer, token } = await adaHasForgotten(t)
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
  assert.equal(await signsIn(foyer, `lanterns over harbour ${winner}`), true)
})

test('a scanner that opens the link uses nothing up (RST-13)', async (t) => {
  const { someone, token, link } = await adaHasForgotten(t)
  for (let count = 0; count < 3; count++) await someone.open(link)
  await someone.raw(link, { method: 'HEAD' })

  assert.equal((await someone.visit('password.update', { token, email, password })).to, '/login')
})

test('whatever is not the link gets one and the same answer (A-RST-04, A-RST-07, RST-15)', async (t) => {
  const { foyer, someone, token } = await adaHasForgotten(t)
  await someone.open('/login')
  const { token_hash } = await foyer.db
    .selectFrom('one_time_tokens')
    .select('token_hash')
    .where('purpose', '=', 'password-reset')
    .executeTakeFirstOrThrow()
  const [id = ''] = token.split('.')

  for (const wrong of [token.slice(0, -1), `${token}\0`, '.', 'Ⅷ', '-1', `${id}.${token_hash}`]) {
    assert.deepEqual(await refusal(someone, { token: wrong, email, password }), dead)
    const page = await someone.send(`/reset-password/${encodeURIComponent(wrong)}`)
    assert.ok([400, 404, 410].includes(page.status), wrong)
  }
  const [status] = await refusal(someone, { token: 'x'.repeat(10_000), email, password })
  assert.equal(status, 422)
})

test('the link is for one account: another address with it gets nowhere (A-RST-07)', async (t) => {
  const { someone, token } = await adaHasForgotten(t)
  await someone.open('/login')

  assert.deepEqual(await refusal(someone, { token, email: 'eve@example.com', password }), dead)
})

test('what the database keeps is not the link (RST-16)', async (t) => {
  const { foyer, token } = await adaHasForgotten(t)
  const [, secret = 'none'] = token.split('.')

  const rows = await foyer.db.selectFrom('one_time_tokens').selectAll().execute()

  assert.ok(!JSON.stringify(rows).includes(secret))
})

test('it works for an hour, and a clock set back does not revive a used one (RST-06, A-RST-09)', async (t) => {
  const { foyer, someone, token } = await adaHasForgotten(t)
  await someone.open('/login')
  foyer.clock.advance(hours)
  assert.deepEqual(await refusal(someone, { token, email, password }), dead)

  foyer.clock.advance(-1000)
  const [status] = await refusal(someone, { token, email, password })
  foyer.clock.advance(-30 * minutes)

  assert.equal(status, 200)
  assert.deepEqual(await refusal(someone, { token, email, password }), dead)
})

test('only the newest link works (RST-07)', async (t) => {
  const { foyer, someone, token } = await adaHasForgotten(t)
  foyer.clock.advance(2 * minutes)
  const newest = tokenIn(await askForLink(foyer))
  await someone.open('/login')

  assert.notEqual(newest, token)
  assert.deepEqual(await refusal(someone, { token, email, password }), dead)
  assert.equal(
    (await someone.visit('password.update', { token: newest, email, password })).to,
    '/login',
  )
})

test('a link that was sent to an address the account no longer has is dead (RST-08)', async (t) => {
  const { foyer, someone, token } = await adaHasForgotten(t)
  const changed = { email: 'countess@example.com', email_key: emailKey('countess@example.com') }
  await foyer.db.updateTable('users').set(changed).execute()
  await someone.open('/login')

  assert.deepEqual(await refusal(someone, { token, email, password }), dead)
  assert.deepEqual(await refusal(someone, { token, email: changed.email, password }), dead)
})

test('changing the password kills the link (RST-09)', async (t) => {
  const { laptop, someone, token } = await adaHasForgotten(t)
  const form = { current_password: ada.password, password: 'chosen by herself' }
  await laptop.visit('user-password.update', form)
  await someone.open('/login')

  assert.deepEqual(await refusal(someone, { token, email, password }), dead)
})

test('a link of a deleted account is dead (RST-17)', async (t) => {
  const { foyer, someone, token } = await adaHasForgotten(t)
  await eraseEveryone(foyer.db)
  await someone.open('/login')

  assert.deepEqual(await refusal(someone, { token, email, password }), dead)
})

test('a new password must be as good as at registration (A-RST-06)', async (t) => {
  const { foyer, someone, token } = await adaHasForgotten(t)
  await someone.open('/login')
  const fields = async (form: object) =>
    Object.keys((await refusal(someone, { token, email, ...form }))[1])

  assert.deepEqual(await fields({}), ['password'])
  assert.deepEqual(await fields({ password: 'short' }), ['password'])
  assert.deepEqual(await fields({ password: 'password1234' }), ['password'])
  assert.deepEqual(await fields({ password: 'ada lovelace rules' }), ['password'])
  assert.deepEqual(await fields({ password: ['a'] }), ['password'])
  assert.deepEqual(await fields({ password, password_confirmation: 'other' }), ['password'])
  assert.equal(await signsIn(foyer, ada.password), true)
})

test('a page that was refused leads back to the link, though the browser does not say where it was (RST-14)', async (t) => {
  const { someone, token, link } = await adaHasForgotten(t)

  const weak = await someone.visit('password.update', { token, email, password: 'short' })
  const empty = await someone.visit('password.update', { token, email })
  const odd = await someone.visit('password.update', { token: 'odd', email, password })

  assert.deepEqual([weak.to, empty.to, odd.to], [link, link, '/forgot-password'])
})

test('every device is signed out, and the owner is told', async (t) => {
  const { foyer, laptop, phone } = await adaOnTwoDevices(t)
  const token = tokenIn(await askForLink(foyer))

  await foyer.browser().visit('password.update', { token, email, password })

  assert.equal((await laptop.visit('dashboard')).to, '/login')
  assert.equal((await phone.visit('dashboard')).to, '/login')
  const [mail] = await foyer.mails()
  assert.equal(mail?.subject, 'Your password was changed')
  assert.equal(mail?.to, email)
})

test('what happened stands in the record, without a secret', async (t) => {
  const { foyer, someone, token } = await adaHasForgotten(t)
  await someone.visit('password.update', { token, email, password })

  const events = await foyer.events()

  assert.deepEqual(
    events.slice(-3).map(({ type }) => type),
    ['password.reset-requested', 'session.ended', 'password.reset'],
  )
  assert.ok(!JSON.stringify(events).includes(token.split('.')[1] ?? ''))
})

test('who opened the link has proved that address (RST-18)', async (t) => {
  const { foyer, someone, token } = await adaHasForgotten(t)
  await foyer.db.updateTable('users').set({ email_verified_at: null }).execute()

  await someone.visit('password.update', { token, email, password })

  const { email_verified_at } = await foyer.db
    .selectFrom('users')
    .select('email_verified_at')
    .executeTakeFirstOrThrow()
  assert.equal(email_verified_at, foyer.clock.now())
})

test('an account without a password can have one set by mail', async (t) => {
  const { foyer, someone, token } = await adaHasForgotten(t)
  await foyer.db.updateTable('users').set({ password_hash: null }).execute()

  await someone.visit('password.update', { token, email, password })

  assert.equal(await signsIn(foyer, password), true)
})

test("in a browser where another account is signed in, that account's session ends and nothing is mixed (RST-19)", async (t) => {
  const { foyer, laptop } = await adaAtHome(t)
  const eve = { name: 'Eve', email: 'eve@example.com', password: 'nine green bottles' }
  const hers = foyer.browser()
  await join(foyer, hers, eve)
  const link = await askForLink(foyer)
  const page = await hers.send(link)
  assert.equal(page.page.props['email'], email)

  const answer = await hers.visit('password.update', { token: tokenIn(link), email, password })

  assert.equal(answer.to, '/login')
  assert.equal((await hers.visit('dashboard')).to, '/login')
  assert.equal((await laptop.visit('dashboard')).to, '/login')
  const again = await foyer.browser().visit('login.store', eve)
  assert.equal(again.to, '/dashboard')
})

test('the eleventh try at a link has to wait (RST-15)', async (t) => {
  const { someone, token } = await adaHasForgotten(t)
  await someone.open('/login')
  const [id = ''] = token.split('.')
  const body = { token: `${id}.${'x'.repeat(43)}`, email, password }

  const answers = await Promise.all(
    Array.from({ length: 12 }, () => someone.json('/reset-password', { method: 'POST', body })),
  )

  assert.equal(answers.filter(({ status }) => status === 429).length, 2)
})

test('who wishes takes the API tokens away too; otherwise they stay', async (t) => {
  const { foyer, laptop } = await adaAtHome(t)
  await confirmPassword(laptop)
  await laptop.visit('api-tokens.store', { name: 'Backup script', permissions: ['read'] })
  const left = () => foyer.db.selectFrom('api_tokens').select('revoked_at').execute()
  const link = await askForLink(foyer)
  const { page } = await foyer.browser().send(link)
  assert.equal(page.props['hasTokens'], true)
  await foyer.browser().visit('password.update', { token: tokenIn(link), email, password })
  assert.deepEqual(await left(), [{ revoked_at: null }])

  foyer.clock.advance(2 * minutes)
  const token = tokenIn(await askForLink(foyer))
  const form = { token, email, password: 'yet another row of words', revoke_tokens: '1' }
  await foyer.browser().visit('password.update', form)

  assert.deepEqual(await left(), [{ revoked_at: foyer.clock.now() }])
})

test('a passkey that a thief added is shown, goes with the old password, and opens nothing any more', async (t) => {
  const { foyer, laptop } = await adaAtHome(t)
  const [hers, planted] = [new Authenticator(), new Authenticator()]
  await confirmPassword(laptop)
  await addPasskey(laptop, hers, {}, 'Blue key')
  foyer.clock.advance(31 * days)
  const thief = foyer.browser()
  await thief.visit('login.store', { email, password: ada.password })
  await confirmPassword(thief)
  const { id } = (await addPasskey(thief, planted, {}, 'Phone')).response.json()
  const link = await askForLink(foyer)
  const { props } = (await foyer.browser().send(link)).page
  assert.partialDeepStrictEqual(props['passkeys'], [
    { id, name: 'Phone', isRecent: true },
    { name: 'Blue key', isRecent: false },
  ])

  const form = { token: tokenIn(link), email, password, 'remove_passkeys[]': id }
  await foyer.browser().submit('/reset-password', form)

  const answer = await signInWith(foyer.browser(), planted)
  assert.equal(answer.status, 422)
  assert.equal((await signInWith(foyer.browser(), hers)).status, 200)
  const mails = await foyer.mails()
  const told = mails.find(({ subject }) => subject === 'Your password was changed')
  assert.match(told?.text ?? '', /removed: Phone\.[^]*still open your account: Blue key\./)
})

test("nobody's link removes another account's passkey", async (t) => {
  const { foyer, laptop } = await adaAtHome(t)
  const key = new Authenticator()
  await confirmPassword(laptop)
  const added = await addPasskey(laptop, key)
  const eve = { name: 'Eve', email: 'eve@example.com', password: 'nine green bottles' }
  await join(foyer, foyer.browser(), eve)
  await foyer.browser().visit('password.email', { email: eve.email })
  const token = tokenIn(await resetLink(foyer))

  const remove_passkeys = [added.response.json().id]
  const form = { token, email: eve.email, password, remove_passkeys }
  const answer = await foyer.browser().visit('password.update', form)

  assert.equal(answer.to, '/login')
  assert.equal((await signInWith(foyer.browser(), key)).status, 200)
})
