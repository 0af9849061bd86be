import assert from 'node:assert/strict'
import { test } from 'node:test'

import { ada, confirmPassword, registerAccount } from '#testing/signed-in-accounts.ts'
import { createTestApp } from '#testing/test-app.ts'

const rules = { DENIED_EMAIL_DOMAINS: 'spam.example, Other.example', DISPOSABLE_EMAIL: 'reject' }

test('an address at a rejected domain is refused at its field, with and without an account (BOT-05)', async (t) => {
  const foyer = await createTestApp(t, rules)
  const browser = foyer.browser()
  await browser.open('/login')
  const answer = async (email: string, form: object = {}) => {
    const body = { ...ada, terms: true, email, ...form }
    return (await browser.json('/register', { method: 'POST', body })).raw.json().errors
  }
  const denied = { email: ["Addresses at spam.example can't be used here."] }

  assert.deepEqual(await answer('ada@spam.example'), denied)
  assert.deepEqual(await answer('ada@mailinator.com'), {
    email: ['Addresses at mailinator.com are temporary. Use one that you keep.'],
  })
  assert.deepEqual(Object.keys(await answer('a@other.example', { name: '' })), ['name', 'email'])
  await registerAccount(foyer, foyer.browser())
  await foyer.db.updateTable('users').set({ email_key: 'ada@spam.example' }).execute()
  assert.deepEqual(await answer('ada@spam.example'), denied)
})

test('only addresses at allowed domains can sign up, or become the address of an account (BOT-05)', async (t) => {
  const foyer = await createTestApp(t, { ALLOWED_EMAIL_DOMAINS: 'example.com, *.example.org' })
  const browser = foyer.browser()
  await registerAccount(foyer, browser)
  await confirmPassword(browser)
  const change = (email: string) =>
    browser.json('/user/email-change', { method: 'POST', body: { email } })

  const refused = await change('ada@example.org')
  const accepted = await change('ada@x.example.org')

  assert.deepEqual(refused.raw.json().errors, {
    email: ['Use an address at example.com, *.example.org.'],
  })
  assert.equal(accepted.status, 202)
})
