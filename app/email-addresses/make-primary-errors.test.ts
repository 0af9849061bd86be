import assert from 'node:assert/strict'
import { test } from 'node:test'

import { addAddress, makeAddressPrimary } from '#testing/email-addresses.ts'
import { adaFromBefore, requireProvider } from '#testing/required-provider.ts'
import { confirmPassword, signedInAda } from '#testing/signed-in-accounts.ts'

test('a refusal to make an address primary is shown in its own form', async (t) => {
  const { foyer, laptop } = await adaFromBefore(t)
  const id = await addAddress(foyer, laptop, 'ada@second.example')
  requireProvider(foyer)
  await confirmPassword(laptop)
  await laptop.open('/user/profile')

  const path = `/user/email-addresses/${id}/primary?_method=put&_error_bag=primary-${id}`
  await laptop.submit(path, {})
  const { text } = await laptop.open('/user/profile')

  const form = text.split('<form').find((part) => part.includes(`/${id}/primary`))
  assert.match(form ?? '', /role="alert"[^]*Example manages your address/)
})

test('addresses are swapped ten times an hour at most, since each swap is mailed (EML-20)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  await addAddress(foyer, laptop, 'ada@second.example')
  await confirmPassword(laptop)
  const statuses: number[] = []
  for (let count = 0; count < 11; count++) {
    const { id } = await foyer.db
      .selectFrom('additional_addresses')
      .select('id')
      .executeTakeFirstOrThrow()
    statuses.push((await makeAddressPrimary(laptop, id)).status)
  }

  assert.deepEqual(statuses, [...Array(10).fill(200), 429])
})
