import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'

import { features } from '#app/features.ts'
import {
  adaThere,
  appWithProvider,
  leaveForProvider,
  linkPath,
  signInByProvider,
} from '#testing/provider-flows.ts'
import { confirmPassword, enableTwoFactor, registerAccount } from '#testing/signed-in-accounts.ts'
import type { TestApp } from '#testing/test-app.ts'
import { hours } from '#testing/test-clock.ts'

import { enqueueProviderChecks, providerCheckJob } from './check-linked-accounts.job.ts'

const isOn = { PROVIDER_EXAMPLE_DAILY_CHECK: '1' }

/** Ada is signed in with her password at the desk, and with the provider on her laptop. */
async function adaAtProvider(t: TestContext, settings: Record<string, string> = isOn) {
  const { foyer, provider } = await appWithProvider(t, settings)
  const [desk, laptop] = [foyer.browser(), foyer.browser()]
  await registerAccount(foyer, desk)
  await confirmPassword(desk)
  await signInByProvider(desk, linkPath)
  await signInByProvider(laptop)
  const check = async () => {
    const { db, keys, config } = foyer.app
    await enqueueProviderChecks({ db, keys, config }, foyer.clock.now())
    await foyer.jobs.runDue()
  }
  return { foyer, provider, desk, laptop, check }
}

async function linkedAccount({ db }: TestApp) {
  return db
    .selectFrom('linked_accounts')
    .select(['id', 'refresh_token_sealed', 'next_check_at'])
    .executeTakeFirstOrThrow()
}

test('a refresh token is requested at sign-in only and kept encrypted; without the setting none is requested (OID-30)', async (t) => {
  const { foyer, laptop } = await adaAtProvider(t)
  const start = await leaveForProvider(foyer.browser())
  assert.equal(start.searchParams.get('scope'), 'openid email profile offline_access')
  assert.equal(start.searchParams.get('prompt'), 'consent')
  const { id, refresh_token_sealed } = await linkedAccount(foyer)
  const token = foyer.app.keys.decrypt('provider-refresh-token', refresh_token_sealed ?? '', id)
  assert.match(token ?? '', /^[\w-]{20,}$/)
  const { text } = await laptop.open('/user/profile/security')
  assert.ok(!text.includes(token ?? 'none') && !text.includes(refresh_token_sealed ?? 'none'))

  const { foyer: other } = await adaAtProvider(t, {})
  const plain = await leaveForProvider(other.browser())
  assert.equal(plain.searchParams.get('scope'), 'openid email profile')
  assert.equal(plain.searchParams.has('prompt'), false)
  assert.equal((await linkedAccount(other)).refresh_token_sealed, null)
})

test('linking an account, and turning the setting off, leave no token (OID-30)', async (t) => {
  const { foyer } = await appWithProvider(t, isOn)
  const desk = foyer.browser()
  await registerAccount(foyer, desk)
  await confirmPassword(desk)
  const link = await leaveForProvider(desk, linkPath)
  assert.equal(link.searchParams.get('scope'), 'openid email profile')
  await signInByProvider(desk, linkPath)
  assert.equal((await linkedAccount(foyer)).refresh_token_sealed, null)
  await signInByProvider(foyer.browser())
  assert.notEqual((await linkedAccount(foyer)).refresh_token_sealed, null)

  const { db, keys, config } = foyer.app
  const providers = config.providers.map((it) => ({ ...it, dailyCheck: false }))
  await enqueueProviderChecks({ db, keys, config: { providers } }, foyer.clock.now())

  assert.partialDeepStrictEqual(await linkedAccount(foyer), {
    refresh_token_sealed: null,
    next_check_at: null,
  })
})

test('an open account is checked once a day, with the latest refresh token (OID-31)', async (t) => {
  const { foyer, laptop, check } = await adaAtProvider(t)
  const first = await linkedAccount(foyer)
  await check()
  assert.deepEqual(await linkedAccount(foyer), first)

  for (let day = 0; day < 3; day++) {
    const before = await linkedAccount(foyer)
    foyer.clock.advance(24 * hours)
    await check()
    const after = await linkedAccount(foyer)
    assert.notEqual(after.refresh_token_sealed, before.refresh_token_sealed)
    assert.equal(after.next_check_at, foyer.clock.now() + 24 * hours)
    await signInByProvider(laptop)
  }

  assert.deepEqual(await foyer.events('session.ended'), [])
})

test('an account that is closed there loses the sessions that it started, and no others (OID-31)', async (t) => {
  const { foyer, provider, desk, laptop, check } = await adaAtProvider(t)
  provider.closed.add(adaThere.sub)
  await check()
  assert.equal((await laptop.visit('profile.show')).status, 200)

  foyer.clock.advance(24 * hours)
  await foyer.db
    .updateTable('sessions')
    .set({ expires_at: foyer.clock.now() + hours })
    .execute()
  await check()

  assert.equal((await laptop.visit('dashboard')).location, '/login')
  assert.equal((await desk.visit('dashboard')).status, 200)
  const [ended] = await foyer.events('session.ended')
  assert.partialDeepStrictEqual(ended?.data, { by: 'system', why: 'provider-refused' })
  assert.equal((await linkedAccount(foyer)).refresh_token_sealed, null)
})

test('a sign-in that waits for the second factor ends too (OID-31)', async (t) => {
  const { foyer, provider, desk, check } = await adaAtProvider(t)
  await enableTwoFactor(desk)
  await foyer.db.deleteFrom('sessions').where('linked_account_id', 'is not', null).execute()
  const phone = foyer.browser()
  assert.equal((await signInByProvider(phone)).location, '/two-factor-challenge')
  provider.closed.add(adaThere.sub)
  foyer.clock.advance(24 * hours)
  await foyer.db
    .updateTable('two_factor_challenges')
    .set({ expires_at: foyer.clock.now() + hours })
    .execute()

  await check()

  const waiting = await foyer.db.selectFrom('two_factor_challenges').select('id').execute()
  assert.deepEqual(waiting, [])
})

test('a provider that cannot be reached ends nothing, and is asked again (OID-32)', async (t) => {
  const { foyer, provider, check } = await adaAtProvider(t)
  const { refresh_token_sealed } = await linkedAccount(foyer)
  await provider.close()
  foyer.clock.advance(24 * hours)

  await check()

  assert.deepEqual(await foyer.events('session.ended'), [])
  const kept = await linkedAccount(foyer)
  assert.equal(kept.refresh_token_sealed, refresh_token_sealed)
  assert.equal(kept.next_check_at, foyer.clock.now() + hours)
})

test('of concurrent checks one uses the token, which works only once (OID-32)', async (t) => {
  const { foyer, check } = await adaAtProvider(t)
  foyer.clock.advance(24 * hours)

  const { db, keys, config, clock } = foyer.app
  await enqueueProviderChecks({ db, keys, config }, foyer.clock.now())
  const job = await db.selectFrom('jobs').selectAll().where('kind', '=', 'provider-check').execute()
  assert.equal(job.length, 1)
  const services = {
    db,
    keys,
    clock,
    config,
    features,
    mailWriterFor: () => assert.fail('No mail is sent.'),
  }
  const handlers = [providerCheckJob(services), providerCheckJob(services)]
  const run = { id: 'a job', attempts: 1, log: foyer.app.log }
  await Promise.all(handlers.map((handler) => handler(null, run)))
  await check()
  foyer.clock.advance(24 * hours)
  await check()

  assert.deepEqual(await foyer.events('session.ended'), [])
  assert.notEqual((await linkedAccount(foyer)).refresh_token_sealed, null)
})

test('a refused token that a new sign-in has replaced meanwhile ends nothing (OID-32)', async (t) => {
  const { foyer, provider, check } = await adaAtProvider(t)
  foyer.clock.advance(24 * hours)
  provider.closed.add(adaThere.sub)
  provider.beforeToken = async () => {
    provider.beforeToken = null
    provider.closed.clear()
    await signInByProvider(foyer.browser())
    provider.closed.add(adaThere.sub)
  }

  await check()

  assert.deepEqual(await foyer.events('session.ended'), [])
  assert.notEqual((await linkedAccount(foyer)).refresh_token_sealed, null)
})

test('without a session to end, the token is deleted instead of used (OID-32)', async (t) => {
  const { foyer, check } = await adaAtProvider(t)
  await foyer.db.deleteFrom('sessions').where('linked_account_id', 'is not', null).execute()
  foyer.clock.advance(24 * hours)

  await check()

  assert.equal((await linkedAccount(foyer)).refresh_token_sealed, null)
})
