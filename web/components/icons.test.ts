import assert from 'node:assert/strict'
import { test } from 'node:test'

import { signedInAda } from '#testing/signed-in-accounts.ts'

import { beerMug } from './icons/beer-mug.ts'
import { syncArrows } from './icons/sync-arrows.ts'

test('Time Travel is marked by sync arrows, and a past like the present by a beer mug', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const before = (await foyer.events()).length
  for (const name of ['Ada King', 'Ada Lovelace'])
    await laptop.visit('user-profile-information.update', { name })

  const { text } = await laptop.open(`/time-travel?event=${before}`)

  assert.ok(text.includes(`d="${syncArrows}"`))
  assert.ok(text.includes(`d="${beerMug}"`))
})
