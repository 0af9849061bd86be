import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'

import { grace } from '#testing/administrator.ts'
import { createCli } from '#testing/cli.ts'
import { ada, confirmPassword, registerAccount } from '#testing/signed-in-accounts.ts'
import {
  appWithWebhooks,
  createEndpointFor,
  isGenuine,
  startReceiver,
} from '#testing/webhook-receiver.ts'

/** An endpoint that refused the message about Grace's account for good. */
async function failedMessage(t: TestContext) {
  const foyer = await appWithWebhooks(t)
  const laptop = foyer.browser()
  await registerAccount(foyer, laptop, ada)
  await createCli(foyer)('user:role', ada.email, 'admin', '--yes')
  await confirmPassword(laptop)
  const receiver = await startReceiver(t)
  const { id, secret } = await createEndpointFor(foyer, receiver)
  await registerAccount(foyer, foyer.browser(), grace)
  await foyer.jobs.runDue()
  await foyer.db.updateTable('webhook_deliveries').set({ status: 'failed' }).execute()
  const [{ id: delivery } = { id: '' }] = await foyer.db
    .selectFrom('webhook_deliveries')
    .select('id')
    .orderBy('id', 'desc')
    .execute()
  const post = (path: string, body = {}) =>
    laptop.json(`/admin/webhooks/${id}/${path}`, { method: 'POST', body })
  const enable = (enabled: boolean) =>
    laptop.json(`/admin/webhooks/${id}`, { method: 'PUT', body: { enabled } })
  return { foyer, laptop, receiver, id, secret, delivery, post, enable }
}

test('a message that failed permanently is sent again once, with its id (ADM-60)', async (t) => {
  const { foyer, laptop, receiver, id, delivery, post } = await failedMessage(t)
  receiver.messages = []
  const { page } = await laptop.visitPath(`/admin/webhooks/${id}?filter=failed`)
  assert.ok(JSON.stringify(page.props['deliveries']).includes(delivery))

  const replays = await Promise.all([1, 2].map(() => post(`deliveries/${delivery}/replay`)))
  await foyer.jobs.runDue()

  assert.deepEqual(replays.map(({ status }) => status).toSorted(), [202, 422])
  assert.deepEqual(
    receiver.messages.map((message) => message.id),
    [delivery],
  )
})

test('a disabled endpoint gets nothing until it is enabled again (ADM-60)', async (t) => {
  const { foyer, delivery, post, enable } = await failedMessage(t)
  assert.equal((await enable(false)).status, 200)
  assert.equal((await post(`deliveries/${delivery}/replay`)).status, 422)
  assert.equal((await enable(true)).status, 200)
  assert.equal((await post(`deliveries/${delivery}/replay`)).status, 202)
  await foyer.jobs.runDue()
})

test('the new secret of a webhook is shown once, in the flash, and signs from then on (ADM-61)', async (t) => {
  const { foyer, laptop, receiver, id, secret, delivery, post } = await failedMessage(t)
  const path = `/admin/webhooks/${id}`
  await laptop.visitPath(`${path}/secret`, { method: 'POST', body: { now: 'on' } })
  const { page } = await laptop.visitPath(path)
  const again = await laptop.visitPath(path)
  const rotated = String(page.flash?.['webhookSecret'])

  assert.notEqual(rotated, secret)
  assert.ok(!JSON.stringify(page.props).includes(rotated))
  assert.ok(!again.text.includes(rotated) && !again.text.includes('secret_sealed'))
  receiver.messages = []
  await post(`deliveries/${delivery}/replay`)
  await foyer.jobs.runDue()
  const [message] = receiver.messages
  assert.ok(message && isGenuine(message, rotated) && !isGenuine(message, secret))
})

test('the admin area does not find an endpoint of a team, or a message of another endpoint (ADM-62)', async (t) => {
  const { foyer, laptop, receiver, delivery, post, enable } = await failedMessage(t)
  const other = await createEndpointFor(foyer, receiver)
  const replay = `/admin/webhooks/${other.id}/deliveries/${delivery}/replay`
  assert.equal((await laptop.json(replay, { method: 'POST' })).status, 404)

  await foyer.db.updateTable('webhook_endpoints').set({ team_id: 'a-team' }).execute()
  assert.equal((await enable(false)).status, 404)
  for (const action of ['secret', `deliveries/${delivery}/replay`])
    assert.equal((await post(action)).status, 404)
  assert.deepEqual((await laptop.visit('admin.webhooks')).page.props['endpoints'], [])
})

test('a response with a new secret is not stored (ADM-61)', async (t) => {
  const { post } = await failedMessage(t)
  const { raw } = await post('secret')
  assert.match(raw.json().secret, /^whsec_/)
  assert.equal(raw.headers['cache-control'], 'no-store')
})

test("replacing a webhook's secret needs a recent confirmation, and the permission (ADM-61)", async (t) => {
  const { foyer, post } = await failedMessage(t)
  await foyer.db.updateTable('sessions').set({ confirmed_at: null }).execute()
  assert.equal((await post('secret')).status, 423)
  await createCli(foyer)('user:role', ada.email, 'support', '--yes')
  assert.equal((await post('secret')).status, 403)
})
