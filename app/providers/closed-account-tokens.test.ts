import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'

import { createApiClient } from '#testing/api-clients.ts'
import { adaThere, linkPath, signInByProvider } from '#testing/provider-flows.ts'
import { adaFromBefore, requireProvider } from '#testing/required-provider.ts'
import type { TestApp } from '#testing/test-app.ts'
import { hours } from '#testing/test-clock.ts'

import { enqueueProviderChecks } from './check-linked-accounts.job.ts'

/** Ada of the domain is linked to its provider, signed in by it, and has an API token. */
async function adaWithToken(t: TestContext) {
  const settings = { PROVIDER_EXAMPLE_DAILY_CHECK: '1' }
  const { foyer, provider, laptop } = await adaFromBefore(t, undefined, settings)
  await signInByProvider(laptop, linkPath)
  const client = await createApiClient(foyer, laptop)
  await signInByProvider(foyer.browser())
  const checkNextDay = async () => {
    foyer.clock.advance(24 * hours)
    const { db, keys, config } = foyer.app
    await enqueueProviderChecks({ db, keys, config }, foyer.clock.now())
    await foyer.jobs.runDue()
  }
  const status = () => client.status('/api/user')
  return { foyer, provider, checkNextDay, status }
}

const endEverySession = ({ db }: TestApp) => db.deleteFrom('sessions').execute()

test('API tokens of a required domain end when its provider has closed the account, also without a session (OID-33)', async (t) => {
  const { foyer, provider, checkNextDay, status } = await adaWithToken(t)
  requireProvider(foyer)
  await endEverySession(foyer)

  await checkNextDay()
  const before = await status()
  provider.closed.add(adaThere.sub)
  await checkNextDay()

  assert.deepEqual([before, await status()], [200, 401])
  const [revoked] = await foyer.events('token.revoked')
  assert.partialDeepStrictEqual(revoked?.data, { by: 'system', why: 'provider-refused' })
  const [mail] = await foyer.mails()
  assert.equal(mail?.subject, 'Your API tokens were revoked')
  assert.match(mail?.text ?? '', /Example no longer allows the account/)
})

test('where the provider is not required, API tokens are the owner’s and stay (OID-33)', async (t) => {
  const { foyer, provider, checkNextDay, status } = await adaWithToken(t)
  provider.closed.add(adaThere.sub)

  await checkNextDay()

  assert.equal(await status(), 200)
  assert.deepEqual(await foyer.events('token.revoked'), [])
})

test('a provider that cannot be reached revokes no API token (OID-33)', async (t) => {
  const { foyer, provider, checkNextDay, status } = await adaWithToken(t)
  requireProvider(foyer)
  await provider.close()

  await checkNextDay()

  assert.equal(await status(), 200)
})
