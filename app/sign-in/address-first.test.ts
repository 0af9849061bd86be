import assert from 'node:assert/strict'
import { test } from 'node:test'

import { ada, signedInAda } from '#testing/signed-in-accounts.ts'
import type { TestApp } from '#testing/test-app.ts'

const { email, password } = ada

test('without script the address comes first, then the password beside the address (LGN-40)', async (t) => {
  const { foyer } = await signedInAda(t)
  const browser = foyer.browser()

  const first = (await browser.open('/login')).text
  assert.match(first, /action="\/login\/find"/)
  assert.doesNotMatch(first, /type="password"/)
  assert.deepEqual(fieldNames(first), ['email', 'remember'])

  const found = await browser.submit('/login/find', { email, remember: '1' })
  assert.equal(found.location, '/login?step=password')
  const second = (await browser.open(found.location ?? '')).text
  const [address = ''] = second.match(/<input [^>]*name="email"[^>]*>/) ?? []
  assert.match(address, /autoComplete="username webauthn"/i)
  assert.match(address, /value="ada@example\.com"/)
  assert.match(second, /<input [^>]*type="checkbox"[^>]*checked/)

  const signedIn = await browser.submit('/login', { email, password, remember: '1' })
  assert.equal(signedIn.location, '/dashboard')
})

test('a rejected password leads back to the password, with the address (LGN-40)', async (t) => {
  const { foyer } = await signedInAda(t)
  const browser = foyer.browser()

  const rejected = await browser.submit('/login', { email, password: 'wrong' })

  assert.equal(rejected.location, '/login?step=password')
  const page = (await browser.open('/login?step=password')).text
  assert.match(page, /<input [^>]*value="ada@example\.com"/)
  assert.match(page, /type="password"/)
})

test("the sign-in page's next step is the same whether the address has an account (LGN-40)", async (t) => {
  const { foyer } = await signedInAda(t)
  const withPassword = await stepAfter(foyer, email)
  await foyer.db.updateTable('users').set({ locked_at: Date.now() }).execute()
  const locked = await stepAfter(foyer, email)
  await foyer.db.updateTable('users').set({ locked_at: null, password_hash: null }).execute()
  const withoutPassword = await stepAfter(foyer, email)

  const unknown = await stepAfter(foyer, 'eve@example.com')

  assert.deepEqual([withPassword, locked, withoutPassword], [unknown, unknown, unknown])
})

function fieldNames(document: string): string[] {
  const inputs = document.match(/<main[\s\S]*<\/main>/)?.[0].match(/<input [^>]*>/g) ?? []
  return inputs
    .filter((input) => !input.includes('type="hidden"'))
    .map((input) => input.match(/name="(\w+)"/)?.[1] ?? input)
}

/** Everything of the answers that could differ, but for the address itself. */
async function stepAfter(foyer: TestApp, address: string) {
  const browser = foyer.browser()
  const found = await browser.visit('login.find', { email: address })
  const { component, props, flash } = (await browser.visitPath(found.location ?? '')).page
  assert.deepEqual(flash, { oldInput: { email: address } })
  return { status: found.status, location: found.location, component, props }
}
