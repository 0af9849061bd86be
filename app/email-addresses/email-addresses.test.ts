import assert from 'node:assert/strict'
import { test } from 'node:test'

import { accountStateAt } from '#app/time-travel/account-state-at.ts'
import { linkInMailTo } from '#testing/account-takeover.ts'
import { createCli } from '#testing/cli.ts'
import {
  addAddress,
  makeAddressPrimary,
  removeAddress,
  requestAddress,
} from '#testing/email-addresses.ts'
import { readAccountState } from '#testing/read-account-state.ts'
import { ada, confirmPassword, registerAccount, signedInAda } from '#testing/signed-in-accounts.ts'
import type { TestApp } from '#testing/test-app.ts'
import type { TestBrowser } from '#testing/test-browser.ts'
import { hours } from '#testing/test-clock.ts'

const second = 'ada@second.example'
const submit = { method: 'POST', body: {} } as const
const resetLink = /\/reset-password\/\S+/
const newPassword = 'lanterns over the harbour'

const signIn = (browser: TestBrowser, email: string, password = ada.password) =>
  browser.visit('login.store', { email, password })

const ownAddresses = async (browser: TestBrowser) =>
  Object((await browser.visit('profile.show')).page.props['emailAddresses'])

async function mailsTo(foyer: TestApp, address: string): Promise<string[]> {
  return (await foyer.mails()).flatMap(({ to, subject }) => (to === address ? subject : []))
}

async function resetWith(foyer: TestApp, email: string): Promise<string> {
  await foyer.browser().visit('password.email', { email })
  const link = await linkInMailTo(foyer, email, resetLink)
  const form = { email, password: newPassword, password_confirmation: newPassword }
  const token = link.replace('/reset-password/', '')
  const response = await foyer.browser().visit('password.update', { ...form, token })
  return response.location ?? ''
}

test('an additional address takes effect once its link was opened and confirmed, and then signs in (EML-01)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const link = await requestAddress(foyer, laptop, second)

  const opened = await laptop.visitPath(link)
  assert.deepEqual(opened.page.props['address'], { email: second, isRecoveryOnly: false })
  assert.notEqual((await signIn(foyer.browser(), second)).location, '/dashboard')
  const { proved: before, pending } = await ownAddresses(laptop)
  assert.deepEqual([before.length, pending[0].email], [0, second])
  await laptop.visitPath(link, submit)

  const { proved, pending: none } = await ownAddresses(laptop)
  assert.deepEqual([proved[0].email, none.length], [second, 0])
  assert.equal((await signIn(foyer.browser(), second)).location, '/dashboard')
  assert.equal((await laptop.visitPath(link, submit)).status, 410)
})

test('adding, promoting and removing an address need a recent confirmation (EML-02)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const address = await addAddress(foyer, laptop, second)
  foyer.clock.advance(hours)

  const body = { email: 'other@example.com' }
  const answers = await Promise.all([
    laptop.json('/user/email-addresses', { method: 'POST', body }),
    makeAddressPrimary(laptop, address),
    removeAddress(laptop, address),
  ])

  assert.deepEqual(
    answers.map(({ status }) => status),
    [423, 423, 423],
  )
})

test('the link to an additional address works only in a session of the account that requested it (EML-03)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const link = await requestAddress(foyer, laptop, second)
  const stranger = foyer.browser()
  await registerAccount(foyer, stranger, { ...ada, email: 'eve@example.com' })

  assert.equal((await foyer.browser().visitPath(link)).location, '/login')
  assert.equal((await foyer.browser().visitPath(link, submit)).location, '/login')
  assert.equal((await stranger.visitPath(link)).page.props['address'], null)
  assert.equal((await stranger.visitPath(link, submit)).status, 410)
  assert.equal((await laptop.visitPath(link, submit)).location, '/user/profile')
})

test('a recovery address does not sign in, and receives the link to choose a new password (EML-04)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  await addAddress(foyer, laptop, second, { recoveryOnly: true })

  assert.notEqual((await signIn(foyer.browser(), second)).location, '/dashboard')
  assert.equal(await resetWith(foyer, second), '/login')

  assert.equal((await signIn(foyer.browser(), ada.email, newPassword)).location, '/dashboard')
  assert.equal(await linkInMailTo(foyer, ada.email, resetLink), '')
})

test('a removed address resets no password, not even with a link mailed before (EML-05)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const address = await addAddress(foyer, laptop, second)
  await foyer.browser().visit('password.email', { email: second })
  const link = await linkInMailTo(foyer, second, resetLink)

  assert.equal((await removeAddress(laptop, address)).status, 200)

  assert.equal((await foyer.browser().visitPath(link)).status, 410)
  assert.notEqual((await signIn(foyer.browser(), second)).location, '/dashboard')
  assert.ok((await mailsTo(foyer, second)).includes('Your address was removed from an account'))
  const notice = 'An email address was removed from your account'
  assert.ok((await mailsTo(foyer, ada.email)).includes(notice))
})

test('a new primary address keeps the former one, which can undo the change (EML-06)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const address = await addAddress(foyer, laptop, second)

  assert.equal((await makeAddressPrimary(laptop, address)).status, 200)

  const user = await foyer.db.selectFrom('users').select('email').executeTakeFirstOrThrow()
  const { proved } = await ownAddresses(laptop)
  assert.deepEqual([user.email, proved[0].email, proved.length], [second, ada.email, 1])
  assert.equal((await signIn(foyer.browser(), ada.email)).location, '/dashboard')
  const undo = await linkInMailTo(foyer, ada.email)
  await foyer.browser().visitPath(undo, submit)
  const restored = await foyer.db.selectFrom('users').select('email').executeTakeFirstOrThrow()
  assert.equal(restored.email, ada.email)
  assert.deepEqual(await foyer.db.selectFrom('additional_addresses').selectAll().execute(), [])
  assert.equal((await laptop.visit('dashboard')).location, '/login')
})

test('a password reset, and a new address, are announced to every proved address (EML-07)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  await addAddress(foyer, laptop, second, { recoveryOnly: true })
  await addAddress(foyer, laptop, 'ada@third.example')
  assert.ok((await mailsTo(foyer, second)).includes('An email address was added to your account'))

  await resetWith(foyer, 'ada@third.example')

  for (const address of [ada.email, second, 'ada@third.example'])
    assert.ok((await mailsTo(foyer, address)).includes('Your password was changed'), address)
  const copy = (await foyer.mails()).find(({ to }) => to === second)
  assert.doesNotMatch(copy?.text ?? '', /not-me/)
})

test('requesting an address of somebody else gets the same answer as requesting a free one (EML-08)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const eve = foyer.browser()
  await registerAccount(foyer, eve, { ...ada, email: 'eve@example.com' })
  await addAddress(foyer, laptop, second)
  await confirmPassword(eve)
  const request = (email: string) =>
    eve.json('/user/email-addresses', { method: 'POST', body: { email } })

  const answers = []
  for (const email of [ada.email, second, 'free@example.com']) answers.push(await request(email))

  const [primary, additional, free] = answers.map(({ status, text }) => [status, text])
  assert.deepEqual([primary, additional], [free, free])
  const taken = 'Your email address was entered for another account'
  assert.ok((await mailsTo(foyer, ada.email)).includes(taken))
  assert.ok((await mailsTo(foyer, second)).includes(taken))
})

test('an account has at most five more addresses (EML-09)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  for (let count = 0; count < 5; count++) {
    await addAddress(foyer, laptop, `ada@${count}.example`)
    foyer.clock.advance(hours)
  }
  await confirmPassword(laptop)

  const body = { email: second }
  const sixth = await laptop.json('/user/email-addresses', { method: 'POST', body })

  const message = 'An account can have 5 additional addresses. Remove one first.'
  assert.deepEqual([sixth.status, sixth.raw.json().errors], [422, { email: [message] }])
})

test('additional addresses are recorded, and Time Travel shows them (EML-10)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const address = await addAddress(foyer, laptop, second)
  await addAddress(foyer, laptop, 'ada@third.example', { recoveryOnly: true })
  await makeAddressPrimary(laptop, address)
  const { id } = await foyer.db.selectFrom('users').select('id').executeTakeFirstOrThrow()
  const { userId, seq, now } = { userId: id, seq: 1000, now: foyer.clock.now() }

  const folded = await accountStateAt(foyer.db, userId, { seq, at: now })
  const actual = await readAccountState(foyer)
  assert.deepEqual(folded.emailAddresses, actual.emailAddresses)
  assert.deepEqual([folded.email, actual.email], [second, second])
  const emails = Object.values(folded.emailAddresses).map(({ email }) => email)
  assert.deepEqual(emails.toSorted(), [ada.email, 'ada@third.example'])
  const types = (await foyer.events('email-address')).map(({ type }) => type)
  assert.deepEqual(types, [
    'email-address.added',
    'email-address.added',
    'email-address.made-primary',
  ])
})

test('an operator finds an account by any of its addresses', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  await addAddress(foyer, laptop, second)

  const shown = await createCli(foyer)('user:show', second)

  assert.match(shown.out, /ada@example\.com/)
})
