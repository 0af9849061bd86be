import assert from 'node:assert/strict'
import { test } from 'node:test'

import { createCli } from '#testing/cli.ts'
import { ada, registerAccount } from '#testing/signed-in-accounts.ts'
import { createTestApp } from '#testing/test-app.ts'
import { appWithWebhooks, createEndpointFor, startReceiver } from '#testing/webhook-receiver.ts'

test('the command line creates, lists without its secret, disables, enables and deletes a webhook endpoint', async (t) => {
  const foyer = await appWithWebhooks(t)
  const cli = createCli(foyer)
  const receiver = await startReceiver(t)

  const { id, secret } = await createEndpointFor(foyer, receiver, '--events', 'user.created')
  const listed = await cli('webhook:list', '--json')
  const disabled = await cli('webhook:disable', id)
  const listedAsDisabled = await cli('webhook:list')
  await cli('webhook:enable', id)
  const enabled = await cli('webhook:list', '--json')
  const unconfirmed = await cli('webhook:delete', id)
  await cli('webhook:delete', id, '--yes')
  const left = await cli('webhook:list')

  assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
  assert.partialDeepStrictEqual(listed.json, {
    endpoints: [{ id, url: receiver.url, events: ['user.created'], disabled_at: null }],
  })
  assert.doesNotMatch(listed.out, /whsec_/)
  assert.equal(disabled.status, 0)
  assert.match(listedAsDisabled.out, /disabled/)
  assert.partialDeepStrictEqual(enabled.json, { endpoints: [{ id, disabled_at: null }] })
  assert.deepEqual([unconfirmed.status, left.out], [1, 'No endpoints.\n'])
})

for (const [url, reason] of [
  ['http://example.com/', /must begin with https/],
  ['ftp://example.com/', /must begin with https/],
  ['https://localhost/', /must be on the internet/],
  ['https://127.0.0.1/', /must be on the internet/],
  ['https://[::1]/', /must be on the internet/],
  ['https://169.254.169.254/latest', /must be on the internet/],
  ['https://ada:secret@example.com/', /must not contain a password/],
  ['example.com', /Enter an address/],
  [`https://example.com/${'x'.repeat(2000)}`, /Enter an address/],
] as const) {
  test(`the command line refuses the webhook address ${url.slice(0, 40)} (WHK-03)`, async (t) => {
    const foyer = await createTestApp(t)

    const { status, err } = await createCli(foyer)('webhook:create', url)

    assert.equal(status, 1)
    assert.match(err, reason)
    assert.deepEqual(await foyer.db.selectFrom('webhook_endpoints').select('id').execute(), [])
  })
}

test('an unknown event type or webhook endpoint is named in the error', async (t) => {
  const cli = createCli(await createTestApp(t))

  const type = await cli('webhook:create', 'https://example.com/', '--events', 'user.renamed')
  const rotated = await cli('webhook:rotate', 'nobody')
  const disabled = await cli('webhook:disable', 'nobody')
  const replayed = await cli('webhook:replay', 'msg_nothing')

  assert.match(type.err, /There is no event type user\.renamed/)
  assert.match(rotated.err, /There is no endpoint nobody/)
  assert.match(disabled.err, /There is no endpoint nobody/)
  assert.match(replayed.err, /msg_nothing cannot be replayed/)
  assert.deepEqual(
    [type, rotated, disabled, replayed].map(({ status }) => status),
    [1, 1, 1, 1],
  )
})

test('webhook messages are listed newest first, and a delivered one is sent again', async (t) => {
  const foyer = await appWithWebhooks(t)
  const cli = createCli(foyer)
  const receiver = await startReceiver(t)
  const { id } = await createEndpointFor(foyer, receiver)
  await registerAccount(foyer, foyer.browser())
  await foyer.browser().visit('login.store', { email: ada.email, password: ada.password })
  await foyer.jobs.runDue()

  const all = await cli('webhook:deliveries', '--endpoint', id, '--json')
  const failed = await cli('webhook:deliveries', '--failed')
  const ids = all.out.match(/msg_[0-9a-f]{32}/g) ?? []
  const [newest = ''] = ids
  receiver.messages = []
  const replayed = await cli('webhook:replay', newest)
  await foyer.jobs.runDue()

  assert.equal(ids.length, 4)
  assert.deepEqual(ids, ids.toSorted().toReversed())
  assert.match(all.out, /"status":"delivered".+"last_status":204/)
  assert.equal(failed.out, 'No messages.\n')
  assert.equal(replayed.status, 0)
  assert.deepEqual(
    receiver.messages.map((message) => message.id),
    [newest],
  )
})
