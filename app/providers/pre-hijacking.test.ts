import assert from 'node:assert/strict'
import { test } from 'node:test'

import { linkInMailTo } from '#testing/account-takeover.ts'
import { createCli } from '#testing/cli.ts'
import {
  adaThere,
  appWithProvider,
  bannerOn,
  linkPath,
  signInByProvider,
} from '#testing/provider-flows.ts'
import { ada, confirmPassword, registerAccount } from '#testing/signed-in-accounts.ts'
import type { TestApp } from '#testing/test-app.ts'

const linkedRows = ({ db }: TestApp) => db.selectFrom('linked_accounts').selectAll().execute()

test('the address alone never opens an existing account: its owner signs in first, then links (OID-14)', async (t) => {
  const { foyer, provider } = await appWithProvider(t)
  await registerAccount(foyer, foyer.browser())
  // Somebody else's account at the provider, with Ada's address.
  provider.people = [{ ...adaThere, sub: 'attacker', email: 'ADA@example.com' }]
  const attacker = foyer.browser()

  assert.equal((await signInByProvider(attacker)).location, '/login')

  assert.match(await bannerOn(attacker), /has an account here already/)
  assert.equal((await attacker.visit('dashboard')).location, '/login')
  assert.deepEqual(await linkedRows(foyer), [])
})

test('after signing in the other way, the refused account can be linked at once (OID-14)', async (t) => {
  const { foyer } = await appWithProvider(t)
  await registerAccount(foyer, foyer.browser())
  const phone = foyer.browser()
  await signInByProvider(phone)

  const { email, password } = ada
  const { location } = await phone.submit('/login', { email, password })
  assert.equal(location, '/user/profile/security#linked-accounts')
  await signInByProvider(phone, linkPath)

  assert.equal((await linkedRows(foyer)).length, 1)
})

for (const email_verified of [false, 'false', undefined]) {
  test(`an address that the provider does not vouch for (${email_verified}) creates nothing and tells nothing (OID-15)`, async (t) => {
    const { foyer, provider } = await appWithProvider(t)
    await registerAccount(foyer, foyer.browser(), { ...ada, email: 'grace@example.com' })
    const banners: string[] = []

    for (const email of ['ada@example.com', 'grace@example.com']) {
      const { email_verified: _, ...person } = adaThere
      provider.people = [
        { ...person, email, ...(email_verified !== undefined && { email_verified }) },
      ]
      const browser = foyer.browser()
      assert.equal((await signInByProvider(browser)).location, '/login')
      banners.push(await bannerOn(browser))
    }

    assert.match(banners[0] ?? '', /hasn't confirmed your email address/)
    assert.equal(banners[0], banners[1])
    assert.equal((await foyer.db.selectFrom('users').select('id').execute()).length, 1)
  })
}

test('a provider without any address creates no account (OID-15)', async (t) => {
  const { foyer, provider } = await appWithProvider(t)
  provider.people = [{ sub: 'nobody', name: 'Nobody' }]

  assert.equal((await signInByProvider(foyer.browser())).location, '/login')

  assert.deepEqual(await foyer.db.selectFrom('users').select('id').execute(), [])
})

test('a registration that waits for its mail does not open the account that a provider created meanwhile (OID-16)', async (t) => {
  const { foyer } = await appWithProvider(t)
  const attacker = foyer.browser()
  await attacker.visit('register.store', { ...ada, terms: true })
  const link = await linkInMailTo(foyer, ada.email, /\/email\/verify\/\S+/)
  const owner = foyer.browser()
  assert.equal((await signInByProvider(owner)).location, '/dashboard')

  assert.equal((await attacker.visitPath(link)).status, 410)
  await attacker.visit('login.store', ada)

  assert.equal((await attacker.visit('dashboard')).location, '/login')
})

test('an account that waits for its address is not taken over by a provider either (OID-16)', async (t) => {
  const { foyer } = await appWithProvider(t)
  await createCli(foyer)('user:create', ada.email, '--name', 'Ada')
  const owner = foyer.browser()

  assert.equal((await signInByProvider(owner)).location, '/login')

  assert.match(await bannerOn(owner), /has an account here already/)
  assert.deepEqual(await linkedRows(foyer), [])
})

test("a linked account stays its owner's when the provider gives its address to somebody else (OID-17)", async (t) => {
  const { foyer, provider } = await appWithProvider(t)
  const laptop = foyer.browser()
  await registerAccount(foyer, laptop)
  await confirmPassword(laptop)
  await signInByProvider(laptop, linkPath)
  provider.people = [{ ...adaThere, sub: 'the next owner of the address' }]
  const stranger = foyer.browser()
  assert.equal((await signInByProvider(stranger)).location, '/login')

  provider.people = [{ ...adaThere, email: 'ada@elsewhere.example' }]

  assert.equal((await signInByProvider(foyer.browser())).location, '/dashboard')
  assert.equal((await foyer.db.selectFrom('users').select('id').execute()).length, 1)
})

test('a setting that points to another issuer does not open accounts of the earlier one (OID-17)', async (t) => {
  const { foyer } = await appWithProvider(t)
  await signInByProvider(foyer.browser())

  await foyer.db.updateTable('linked_accounts').set({ issuer: 'https://old.example' }).execute()

  assert.equal((await signInByProvider(foyer.browser())).location, '/login')
})
