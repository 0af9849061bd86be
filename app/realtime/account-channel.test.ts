import assert from 'node:assert/strict'
import { test } from 'node:test'

import { listen } from '#testing/listener.ts'
import { adaOnTwoDevices } from '#testing/people.ts'

test('what happens to an account is told on its channel, in the order of its record', async (t) => {
  const { foyer, laptop, phone } = await adaOnTwoDevices(t)
  const page = await listen(t, foyer, laptop)

  await phone.visit('user-profile-information.update', { name: 'Ada', locale: '', timezone: '' })
  await phone.visit('logout')

  const updated = await page.next('profile.updated')
  const ended = await page.next('session.ended')
  assert.equal(Number(ended['sequence']), Number(updated['sequence']) + 1)
  assert.equal(ended['ended'], ended['session'])
})
