import assert from 'node:assert/strict'
import { test } from 'node:test'

import { confirmPassword, signedInAda } from '#testing/signed-in-accounts.ts'

import { maxTokenNetworks } from './limits.ts'

test("rejects too many networks, and names their maximum in the reader's language", async (t) => {
  const { laptop } = await signedInAda(t)
  await confirmPassword(laptop)
  const errorOf = async (networks: string, language: string) => {
    const body = { name: 'Backup script', permissions: ['read'], networks }
    const headers = { 'accept-language': language }
    const { raw } = await laptop.json('/user/api-tokens', { method: 'POST', body, headers })
    return raw.json().errors.networks
  }
  const addresses = Array.from({ length: maxTokenNetworks + 1 }, (_, index) => `192.0.2.${index}`)

  assert.deepEqual(await errorOf(addresses.join(), 'en'), ['Enter at most 20 IP addresses.'])
  assert.deepEqual(await errorOf('1'.repeat(2001), 'de'), [
    'Geben Sie höchstens 20 IP-Adressen ein.',
  ])
})
