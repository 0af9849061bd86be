import assert from 'node:assert/strict'
import { test } from 'node:test'

import { sampleAttributes } from '#testing/attribute-samples.ts'
import { createBackEnd, managementApp } from '#testing/management-api.ts'
import { registerAccount } from '#testing/signed-in-accounts.ts'

test('a service sets managed attributes only, all or none (MAN-16)', async (t) => {
  const foyer = await managementApp(t)
  Object.assign(foyer.app, { attributes: sampleAttributes })
  await registerAccount(foyer, foyer.browser())
  const program = await createBackEnd(foyer)
  const { id } = await foyer.db.selectFrom('users').select('id').executeTakeFirstOrThrow()
  const path = `/api/admin/users/${id}`
  const change = (attributes: object) =>
    program.request(`${path}/attributes`, { method: 'PATCH', body: { attributes } })
  const shown = async () => (await program.request(path)).raw.json().attributes

  const mixed = await change({ crm_id: 'C-17', company: 'Engines' })
  const inherited = await change({ constructor: 'x' })
  const polluting = await change(JSON.parse('{"__proto__": {"crm_id": "x"}}'))
  assert.deepEqual([mixed.status, inherited.status, polluting.status], [422, 422, 400])
  assert.deepEqual(Object.keys(mixed.raw.json().errors), ['company'])
  assert.equal((await shown()).crm_id, null)

  assert.equal((await change({ crm_id: 'C-17' })).status, 204)
  assert.equal((await shown()).crm_id, 'C-17')
  const [event] = await foyer.events('attributes.changed')
  assert.partialDeepStrictEqual(event?.data, {
    by: 'service',
    hidden: 1,
    performedBy: { kind: 'service', name: 'Billing' },
  })
})
