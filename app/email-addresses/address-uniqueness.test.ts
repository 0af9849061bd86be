import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'

import { createUserAccount } from '#app/platform/auth/create-user-account.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { linkInMailTo } from '#testing/account-takeover.ts'
import { createCli } from '#testing/cli.ts'
import { addAddress, makeAddressPrimary, requestAddress } from '#testing/email-addresses.ts'
import { appWithProvider, bannerOn, signInByProvider } from '#testing/provider-flows.ts'
import { ada, confirmPassword, registerAccount, signedInAda } from '#testing/signed-in-accounts.ts'
import type { TestApp } from '#testing/test-app.ts'
import { hours } from '#testing/test-clock.ts'

const second = 'ada@second.example'
const submit = { method: 'POST', body: {} } as const
const registrationLink = /\/email\/verify\/\S+/
const rounds = 8

/** Ada, and Eve in another browser. */
async function adaAndEve(t: TestContext) {
  const { foyer, laptop } = await signedInAda(t)
  const eve = foyer.browser()
  await registerAccount(foyer, eve, { ...ada, name: 'Eve', email: 'eve@example.com' })
  return { foyer, laptop, eve }
}

/** Counts the accounts that have the address, as primary or additional. */
async function ownersOf({ db }: TestApp, key: string): Promise<number> {
  const users = await db.selectFrom('users').select('id').where('email_key', '=', key).execute()
  const additional = await db
    .selectFrom('additional_addresses')
    .select('id')
    .where('email_key', '=', key)
    .execute()
  return users.length + additional.length
}

test('when two accounts prove the same address at once, one gets it (EML-11)', async (t) => {
  const { foyer, laptop, eve } = await adaAndEve(t)
  for (let round = 0; round < rounds; round++) {
    const email = `shared-${round}@example.com`
    foyer.clock.advance(hours)
    const first = await requestAddress(foyer, laptop, email)
    const other = await requestAddress(foyer, eve, email)
    assert.notEqual(first, other)

    await Promise.all([laptop.visitPath(first, submit), eve.visitPath(other, submit)])

    assert.equal(await ownersOf(foyer, email), 1)
    await foyer.db.deleteFrom('additional_addresses').execute()
  }
})

test('when an address is registered and proved as additional at once, one account gets it (EML-11)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  for (let round = 0; round < rounds; round++) {
    const email = `shared-${round}@example.com`
    foyer.clock.advance(hours)
    const newcomer = foyer.browser()
    await newcomer.visit('register.store', { ...ada, email, terms: true })
    const registration = await linkInMailTo(foyer, email, registrationLink)
    const link = await requestAddress(foyer, laptop, email)

    const answers = await Promise.all([
      laptop.visitPath(link, submit),
      newcomer.visitPath(registration, submit),
    ])

    assert.ok(answers.every(({ status }) => status < 500))
    assert.equal(await ownersOf(foyer, email), 1)
    await foyer.db.deleteFrom('additional_addresses').execute()
  }
})

test('when an address becomes primary here and additional there at once, one account gets it (EML-11)', async (t) => {
  const { foyer, laptop, eve } = await adaAndEve(t)
  for (let round = 0; round < rounds; round++) {
    const email = `shared-${round}@example.com`
    foyer.clock.advance(hours)
    const link = await requestAddress(foyer, laptop, email)
    await confirmPassword(eve)
    await eve.visit('email-change.store', { email })
    const change = await linkInMailTo(foyer, email)

    const answers = await Promise.all([
      laptop.visitPath(link, submit),
      eve.visitPath(change, submit),
    ])

    assert.ok(answers.every(({ status }) => status < 500))
    assert.equal(await ownersOf(foyer, email), 1)
    await foyer.db.deleteFrom('additional_addresses').execute()
  }
})

test('an address that changes from primary to additional is never free in between (EML-11)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const origin = { ip: null, userAgent: null, now: foyer.clock.now() }
  const newAccount = { ...ada, isVerified: true, password_hash: null, locale: null }
  const addresses = [ada.email, second]
  await addAddress(foyer, laptop, second)

  for (let round = 0; round < rounds; round++) {
    const { id } = await foyer.db
      .selectFrom('additional_addresses')
      .select('id')
      .executeTakeFirstOrThrow()
    const email = addresses[round % 2] ?? ''
    const takes = Array.from({ length: 4 }, () =>
      inTransaction(foyer.db, (tx) =>
        createUserAccount(tx, foyer.app.keys, origin, {
          ...newAccount,
          email,
          terms: null,
          policy: null,
        }),
      ),
    )
    const [promoted, ...taken] = await Promise.all([makeAddressPrimary(laptop, id), ...takes])

    assert.equal(promoted.status, 200)
    assert.deepEqual(taken, [null, null, null, null])
    for (const address of addresses) assert.equal(await ownersOf(foyer, address), 1)
  }
})

test('an unproved claim keeps nobody from the address (EML-12)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const link = await requestAddress(foyer, laptop, second)

  await registerAccount(foyer, foyer.browser(), { ...ada, name: 'The owner', email: second })

  const late = await laptop.json(link, submit)
  assert.equal(late.status, 422)
  assert.equal(await ownersOf(foyer, second), 1)
})

test('somebody else cannot register, change to, be invited to or import an additional address (EML-13)', async (t) => {
  const { foyer, laptop, eve } = await adaAndEve(t)
  await addAddress(foyer, laptop, second)

  await foyer.browser().visit('register.store', { ...ada, email: second, terms: true })
  assert.equal(await linkInMailTo(foyer, second, registrationLink), '')
  await confirmPassword(eve)
  await eve.visit('email-change.store', { email: second })
  assert.equal(await linkInMailTo(foyer, second), '')
  assert.notEqual((await createCli(foyer)('invite', second)).status, 0)
  assert.notEqual((await createCli(foyer)('user:create', second, '--name', 'Eve')).status, 0)

  assert.equal(await ownersOf(foyer, second), 1)
})

test('a provider opens and creates no account for an additional address (EML-13)', async (t) => {
  const { foyer, provider } = await appWithProvider(t)
  const laptop = foyer.browser()
  await registerAccount(foyer, laptop)
  await addAddress(foyer, laptop, second)
  provider.people = [{ sub: 'eve', name: 'Eve', email: second, email_verified: true }]
  const eve = foyer.browser()

  assert.equal((await signInByProvider(eve)).location, '/login')

  assert.match(await bannerOn(eve), /has an account here already/)
  assert.equal((await foyer.db.selectFrom('users').select('id').execute()).length, 1)
})

test('an email change to an additional address of the account moves it (EML-13)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  await addAddress(foyer, laptop, second)
  await laptop.visit('email-change.store', { email: second })

  await laptop.visitPath(await linkInMailTo(foyer, second), submit)

  const user = await foyer.db.selectFrom('users').select('email').executeTakeFirstOrThrow()
  assert.equal(user.email, second)
  assert.equal(await ownersOf(foyer, second), 1)
})
