import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'

import {
  adaThere,
  appWithProvider,
  bannerOn,
  linkPath,
  signInByProvider,
} from '#testing/provider-flows.ts'
import { ada, registerAccount } from '#testing/signed-in-accounts.ts'
import type { TestApp } from '#testing/test-app.ts'

const password = 'lanterns over the harbour'

/** A thief with Ada's password has linked an account of their own; Ada has opened a reset link. */
async function adaAfterTheft(t: TestContext) {
  const { foyer, provider } = await appWithProvider(t)
  await registerAccount(foyer, foyer.browser())
  const thief = foyer.browser()
  await thief.visit('login.store', ada)
  provider.people = [{ ...adaThere, sub: 'thief', email: 'thief@example.net' }]
  await signInByProvider(thief, linkPath)
  const { link, token } = await resetLink(foyer, ada.email)
  const { props } = (await foyer.browser().visitPath(link)).page
  const [account] = Object(props['linkedAccounts'])
  return { foyer, token, account }
}

async function resetLink(foyer: TestApp, email: string) {
  await foyer.browser().visit('password.email', { email })
  const [mail] = await foyer.mails()
  const link = mail?.text.match(/\/reset-password\/\S+/)?.[0] ?? ''
  return { link, token: link.split('/').at(-1) ?? '' }
}

test("a thief's linked account is listed at the reset, and unlinked with it (OID-18)", async (t) => {
  const { foyer, token, account } = await adaAfterTheft(t)
  assert.partialDeepStrictEqual(account, { label: 'Example', email: 'thief@example.net' })
  const form = { token, email: ada.email, password, 'unlink_accounts[]': account.id }

  await foyer.browser().submit('/reset-password', form)

  const thief = foyer.browser()
  assert.equal((await signInByProvider(thief)).location, '/dashboard')
  const users = await foyer.db.selectFrom('users').select('email').orderBy('email').execute()
  assert.deepEqual(
    users.map(({ email }) => email),
    [ada.email, 'thief@example.net'],
  )
  const mails = await foyer.mails()
  const notice = mails.find(({ subject }) => subject === 'Your password was changed')
  assert.match(notice?.text ?? '', /Accounts unlinked: Example\./)
  const [removed] = await foyer.events('linked-account.removed')
  assert.equal(removed?.data['account'], account.id)
})

test('a linked account that is not ticked stays, and the mail names it (OID-18)', async (t) => {
  const { foyer, token } = await adaAfterTheft(t)

  await foyer.browser().visit('password.update', { token, email: ada.email, password })

  const [notice] = await foyer.mails()
  assert.match(notice?.text ?? '', /Linked accounts that still sign in: Example\./)
  assert.equal((await foyer.db.selectFrom('linked_accounts').select('id').execute()).length, 1)
})

test("a reset link cannot unlink another account's (OID-18)", async (t) => {
  const { foyer, account } = await adaAfterTheft(t)
  const eve = { name: 'Eve', email: 'eve@example.com', password: 'nine green bottles' }
  await registerAccount(foyer, foyer.browser(), eve)
  const { token } = await resetLink(foyer, eve.email)
  const browser = foyer.browser()

  const form = { token, email: eve.email, password, unlink_accounts: [account.id] }
  await browser.visit('password.update', form)

  assert.match(await bannerOn(browser), /password was changed/)
  const rows = await foyer.db.selectFrom('linked_accounts').select('id').execute()
  assert.deepEqual(rows, [{ id: account.id }])
})
