import assert from 'node:assert/strict'
import { test } from 'node:test'

import { profileFieldNames } from '#app/profile-fields.ts'
import { createApiClient } from '#testing/api-clients.ts'
import { profileSamples } from '#testing/profile-samples.ts'
import { signedInAda } from '#testing/signed-in-accounts.ts'

for (const field of profileFieldNames) {
  const after = profileSamples[field]

  test(`${field}: the API changes and shows it`, async (t) => {
    const { foyer, laptop } = await signedInAda(t)
    const apiClient = await createApiClient(foyer, laptop, { permissions: ['read', 'update'] })

    const body = { [field]: after }
    const { raw: response } = await apiClient.request('/api/user', { method: 'PATCH', body })

    assert.equal(response.json()[field], after)
    assert.equal((await apiClient.request('/api/user')).raw.json()[field], after)
  })
}
