import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'

import { linkInMailTo } from '#testing/account-takeover.ts'
import { addPasskey } from '#testing/passkey-flows.ts'
import {
  ada,
  confirmPassword,
  enableTwoFactor,
  registerAccount,
  signedInAda,
} from '#testing/signed-in-accounts.ts'
import type { TestBrowser } from '#testing/test-browser.ts'
import { days } from '#testing/test-clock.ts'
import { VirtualAuthenticator } from '#testing/virtual-authenticator.ts'

const victim = 'victim@example.com'
const submit = { method: 'POST', body: {} } as const
const removeAccess = { method: 'POST', body: { remove_access: '1' } } as const

/** Mallory's account, with every way in, waits for the victim to confirm it. */
async function preHijackedAddress(t: TestContext) {
  const { foyer, laptop: mallory } = await signedInAda(t)
  await enableTwoFactor(mallory)
  await addPasskey(mallory, new VirtualAuthenticator())
  await mallory.visit('api-tokens.store', { name: 'Backdoor', permissions: ['read'] })
  await mallory.visit('email-change.store', { email: victim })
  const link = await linkInMailTo(foyer, victim)
  return { foyer, mallory, reader: foyer.browser(), link }
}

/** Confirms the address and removes every other way in. @returns the path to a new password */
async function confirmAndRemove(reader: TestBrowser, link: string): Promise<string> {
  const { location = '' } = await reader.visitPath(link, removeAccess)
  assert.match(location, /^\/reset-password\//)
  return location
}

test('the page of a link to a new address shows that the account exists, how to sign in, and who can take it back (VER-13)', async (t) => {
  const { foyer, reader, link } = await preHijackedAddress(t)
  const user = await foyer.db.selectFrom('users').select('created_at').executeTakeFirstOrThrow()

  const { account } = (await reader.visitPath(link)).page.props

  assert.deepEqual(account, {
    createdAt: new Date(user.created_at).toISOString(),
    earlierAddresses: ['a…@example.com'],
    access: ['password', 'passkeys', 'two-factor', 'sessions', 'tokens'],
  })
  const document = (await reader.open(link)).text
  assert.match(document, /For 7 days, a…@example.com can take it back/)
  assert.match(document, /<input[^>]* name="remove_access"/)
})

test('an account that moved before can also be taken back from earlier addresses (VER-13)', async (t) => {
  const { foyer, laptop: mallory } = await signedInAda(t)
  await confirmPassword(mallory)
  await mallory.visit('email-change.store', { email: 'between@example.com' })
  const first = await linkInMailTo(foyer, 'between@example.com')
  await mallory.visitPath(first, submit)
  await mallory.visit('email-change.store', { email: victim })
  const link = await linkInMailTo(foyer, victim)

  const { account } = (await foyer.browser().visitPath(link)).page.props

  assert.partialDeepStrictEqual(account, { earlierAddresses: ['b…@example.com', 'a…@example.com'] })
})

test('removing every other way in leaves the mailbox alone, and asks for a new password (VER-14)', async (t) => {
  const { foyer, mallory, reader, link } = await preHijackedAddress(t)

  const path = await confirmAndRemove(reader, link)

  assert.equal((await mallory.visit('dashboard')).location, '/login')
  for (const table of ['sessions', 'passkeys', 'recovery_codes', 'known_devices'] as const)
    assert.deepEqual(await foyer.db.selectFrom(table).select('user_id').execute(), [])
  const user = await foyer.db.selectFrom('users').selectAll().executeTakeFirstOrThrow()
  assert.deepEqual([user.password_hash, user.two_factor_enabled_at], [null, null])
  const tokens = await foyer.db.selectFrom('api_tokens').select('revoked_at').execute()
  assert.deepEqual([tokens.length, tokens.some((it) => it.revoked_at === null)], [1, false])

  const password = 'lanterns over the harbour'
  const token = path.slice('/reset-password/'.length)
  const form = { token, email: victim, password, password_confirmation: password }
  assert.equal((await reader.visit('password.update', form)).location, '/login')
  const signedIn = await reader.visit('login.store', { email: victim, password })
  assert.equal(signedIn.location, '/dashboard')
})

test('after every other way in was removed, no link takes the account back to the address before (VER-14)', async (t) => {
  const { foyer, reader, link } = await preHijackedAddress(t)
  const notMe = await linkInMailTo(foyer, ada.email, /\/not-me\/\S+/)
  await confirmAndRemove(reader, link)

  const [mail] = (await foyer.mails()).filter(({ to }) => to === ada.email)

  assert.equal(mail?.subject, 'Your account moved to another address')
  assert.doesNotMatch(mail?.text ?? '', /https?:/)
  assert.equal(await linkInMailTo(foyer, ada.email, /\/email-change\/\S+\/undo/), '')
  assert.equal((await foyer.browser().visitPath(notMe, submit)).status, 410)
  foyer.clock.advance(days)
  const { email } = await foyer.db.selectFrom('users').select('email').executeTakeFirstOrThrow()
  assert.equal(email, victim)
})

test('the removal of every other way in is recorded, and touches no other account (VER-14)', async (t) => {
  const { foyer, mallory, reader, link } = await preHijackedAddress(t)
  const other = await foyer.browser()
  await registerAccount(foyer, other, { ...ada, email: 'grace@example.com', name: 'Grace' })

  await confirmAndRemove(reader, link)

  const types = (await foyer.events()).map(({ type }) => type)
  for (const type of ['address.changed', 'session.ended', 'passkey.removed', 'two-factor.disabled'])
    assert.ok(types.includes(type), type)
  assert.equal((await foyer.events('access.removed')).length, 1)
  assert.equal((await mallory.visit('dashboard')).location, '/login')
  assert.equal((await other.visit('dashboard')).status, 200)
})

test('confirming an address without removing the other ways in leaves sessions and the way back as they were (VER-14)', async (t) => {
  const { foyer, mallory, reader, link } = await preHijackedAddress(t)

  assert.equal((await reader.visitPath(link, submit)).location, '/login')

  assert.equal((await mallory.visit('dashboard')).status, 200)
  const undo = await linkInMailTo(foyer, ada.email, /\/email-change\/\S+\/undo/)
  assert.equal((await foyer.browser().visitPath(undo)).status, 200)
})

test('of concurrent confirmations of an address, with and without removal, one takes effect (VER-14)', async (t) => {
  const { foyer, link } = await preHijackedAddress(t)
  const readers = Array.from({ length: 6 }, () => foyer.browser())
  for (const reader of readers) await reader.open('/login')

  const answers = await Promise.all(
    readers.map((reader, index) => reader.visitPath(link, index % 2 ? submit : removeAccess)),
  )

  assert.equal(answers.filter(({ status }) => status === 303).length, 1)
  assert.equal((await foyer.events('address.changed')).length, 1)
})
