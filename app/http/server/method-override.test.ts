import assert from 'node:assert/strict'
import { test } from 'node:test'

import { signedInAda } from '#testing/signed-in-accounts.ts'

test('_method does not bypass CSRF protection', async (t) => {
  const { laptop } = await signedInAda(t)

  const elsewhere = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }
  const address = '/user/profile-information?_method=put'
  const { status } = await laptop.submit(address, { name: 'Eve' }, elsewhere)

  assert.equal(status, 403)
})

test('_method is ignored on GET', async (t) => {
  const { laptop } = await signedInAda(t)
  const { status } = await laptop.open('/user/profile-information?_method=put')
  assert.equal(status, 404)
})
