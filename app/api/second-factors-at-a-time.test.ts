import assert from 'node:assert/strict'
import { test } from 'node:test'

import { createApiClient } from '#testing/api-clients.ts'
import { addSecurityKey } from '#testing/passkey-flows.ts'
import { enableTwoFactor, signedInAda } from '#testing/signed-in-accounts.ts'
import { VirtualAuthenticator } from '#testing/virtual-authenticator.ts'

test('the account at a time shows its second factors, and which of them is asked for first', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  await enableTwoFactor(laptop)
  await addSecurityKey(laptop, new VirtualAuthenticator())
  await laptop.json('/user/preferred-second-factor', { method: 'PUT', body: { factor: 'code' } })
  const client = await createApiClient(foyer, laptop)
  const at = new Date(foyer.clock.now()).toISOString()

  const { state } = (await client.request(`/api/user?at=${at}`)).raw.json()

  assert.equal(state.authenticator_app_since, at)
  assert.equal(state.preferred_second_factor, 'code')
  assert.equal(state.passkeys[0].second_factor_only, true)
})
