import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test, type TestContext } from 'node:test'

import { features } from '#app/features.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { projectFile } from '#app/platform/lib/project-file.ts'
import { pruneExpired } from '#app/platform/maintenance/prune-expired.ts'
import { enqueueWebhookEvent } from '#app/platform/webhooks/enqueue-webhook-event.ts'
import { webhookTypes } from '#app/webhook-events.ts'
import {
  adaWithoutMailbox,
  askForRecovery,
  finishRecovery,
  mailNewAddress,
  validForm,
  waitMs,
} from '#testing/account-recovery.ts'
import { adaWithAttributes, sampleAttributes } from '#testing/attribute-samples.ts'
import { createCli } from '#testing/cli.ts'
import { addAddress, backup, makeAddressPrimary } from '#testing/email-addresses.ts'
import { ada, confirmPassword, registerAccount } from '#testing/signed-in-accounts.ts'
import { days } from '#testing/test-clock.ts'
import {
  appWithWebhooks,
  createEndpointFor,
  isGenuine,
  startReceiver,
} from '#testing/webhook-receiver.ts'

import { createWebhookEndpoint, listDeliveries, listWebhookEndpoints } from './webhooks.ts'

test('the published library accepts a signed webhook, and none that was changed (WHK-01)', async (t) => {
  const { foyer, receiver, secret } = await listening(t)

  await registerAccount(foyer, foyer.browser())
  await foyer.jobs.runDue()

  const [message] = receiver.messages
  assert.ok(message)
  assert.match(message.id, /^msg_[0-9a-f]{32}$/)
  assert.ok(isGenuine(message, secret))
  assert.ok(!isGenuine({ ...message, body: message.body.replace('Ada', 'Eve') }, secret))
  const headers = { ...message.headers, 'webhook-id': 'msg_other' }
  assert.ok(!isGenuine({ ...message, headers }, secret))
})

test('every change of an account sends one webhook, from registration to erasure', async (t) => {
  const { foyer, receiver } = await listening(t)
  const laptop = foyer.browser()

  await registerAccount(foyer, laptop)
  await laptop.visit('user-profile-information.update', { name: 'Ada King', email: ada.email })
  await laptop.visit('logout')
  await foyer.jobs.runDue()
  await createCli(foyer)('user:delete', ada.email, '--yes')
  await foyer.jobs.runDue()

  assert.deepEqual(receiver.messages.map(({ type }) => type).toSorted(), [
    'session.created',
    'session.ended',
    'user.created',
    'user.deleted',
    'user.updated',
    'user.updated',
  ])
  const created = receiver.messages.find(({ type }) => type === 'user.created')
  const renamed = receiver.messages.find(({ data }) => String(data['changed']) === 'name')
  const deleted = receiver.messages.find(({ type }) => type === 'user.deleted')
  assert.partialDeepStrictEqual(renamed?.data, { user: { name: 'Ada King', email: ada.email } })
  assert.deepEqual(deleted?.data, { user_id: created?.data['user_id'] })
})

test('a change of the primary address sends one webhook, by a promotion and by a recovery', async (t) => {
  const { foyer, laptop, ...factors } = await adaWithoutMailbox(t, appWithWebhooks)
  const address = await addAddress(foyer, laptop, backup)
  const receiver = await startReceiver(t)
  await createEndpointFor(foyer, receiver, '--events', 'user.updated')

  await makeAddressPrimary(laptop, address)
  const form = validForm({ foyer, laptop, ...factors })
  await askForRecovery(factors.phone, { ...form, email: backup })
  foyer.clock.advance(waitMs)
  await finishRecovery(factors.phone, await mailNewAddress(foyer, factors.phone))
  await foyer.jobs.runDue()

  assert.equal((await foyer.events('recovery.completed')).length, 1)
  assert.deepEqual(
    receiver.messages.map(({ data }) => data['changed']),
    [['email'], ['email']],
  )
})

test('a changed attribute is reported to webhooks without its name and value', async (t) => {
  const { foyer, laptop } = await adaWithAttributes(t, sampleAttributes, {
    WEBHOOKS_ALLOW_PRIVATE: '1',
  })
  const receiver = await startReceiver(t)
  await createEndpointFor(foyer, receiver, '--events', 'user.updated')

  await laptop.json('/user/attributes', { method: 'PUT', body: { company: 'Analytical Engines' } })
  await foyer.jobs.runDue()

  const [message] = receiver.messages
  assert.deepEqual(message?.data['changed'], ['attributes'])
  assert.doesNotMatch(message.body, /company|Analytical/)
})

test('no webhook message has a secret, an IP address or a user agent (WHK-05)', async (t) => {
  const { foyer, receiver } = await listening(t)
  const laptop = foyer.browser('203.0.113.77')
  laptop.userAgent = 'Mozilla/5.0 Sunflower'

  await registerAccount(foyer, laptop)
  await confirmPassword(laptop)
  await laptop.visit('user-password.update', {
    current_password: ada.password,
    password: 'another row of quiet engines',
    password_confirmation: 'another row of quiet engines',
  })
  await foyer.jobs.runDue()

  const all = receiver.messages.map(({ body }) => body).join('\n')
  assert.match(all, /password\.changed/)
  assert.doesNotMatch(all, /203\.0\.113\.77|Sunflower|quiet engines|argon2|[\w-]{43}/)
})

test('an endpoint receives only the types it is subscribed to', async (t) => {
  const { foyer, receiver } = await listening(t, '--events', 'session.created, user.deleted')

  await registerAccount(foyer, foyer.browser())
  await foyer.jobs.runDue()

  assert.deepEqual(
    receiver.messages.map(({ type }) => type),
    ['session.created'],
  )
})

test('without an endpoint an event stores nothing more, and an endpoint of a team does not hear of accounts (WHK-06)', async (t) => {
  const foyer = await appWithWebhooks(t)
  await registerAccount(foyer, foyer.browser())
  const receiver = await startReceiver(t)
  await createTeamEndpoint(foyer, receiver.url)

  await foyer.browser().visit('login.store', { email: ada.email, password: ada.password })
  const jobs = await foyer.db.selectFrom('jobs').select('kind').execute()
  await foyer.jobs.runDue()

  assert.deepEqual(
    jobs.filter(({ kind }) => kind.startsWith('webhook')),
    [],
  )
  assert.deepEqual(receiver.messages, [])
})

test('an event of a team reaches its own endpoints and those of the operator, not those of other teams (WHK-06)', async (t) => {
  const { foyer, receiver } = await listening(t)
  const [own, other] = [await startReceiver(t), await startReceiver(t)]
  await createTeamEndpoint(foyer, own.url, 'team-1')
  await createTeamEndpoint(foyer, other.url, 'team-2')

  const event = {
    type: 'team.updated',
    userId: null,
    teamId: 'team-1',
    data: { team_id: 'team-1' },
  }
  await inTransaction(foyer.db, (tx) =>
    enqueueWebhookEvent(tx, foyer.app.keys, event, foyer.clock.now()),
  )
  await foyer.jobs.runDue()

  const received = [receiver, own, other].map(({ messages }) => messages.map(({ type }) => type))
  assert.deepEqual(received, [['team.updated'], ['team.updated'], []])
  assert.equal((await listWebhookEndpoints(foyer.db, 'team-1')).length, 1)
})

test('a rolled-back change sends no webhook', async (t) => {
  const { foyer, receiver } = await listening(t)
  const event = { type: 'user.locked', userId: null, data: {} }

  const failed = inTransaction(foyer.db, async (tx) => {
    await enqueueWebhookEvent(tx, foyer.app.keys, event, foyer.clock.now())
    throw new Error('rolled back')
  })

  await assert.rejects(failed, /rolled back/)
  await foyer.jobs.runDue()
  assert.deepEqual(receiver.messages, [])
})

test('erasing an account erases its messages, queued ones too (WHK-07)', async (t) => {
  const { foyer, receiver } = await listening(t)
  receiver.status = 500
  await registerAccount(foyer, foyer.browser())
  await foyer.jobs.runDue()
  // Not told yet.
  await foyer.browser().visit('login.store', { email: ada.email, password: ada.password })
  receiver.messages = []
  receiver.status = 204

  await createCli(foyer)('user:delete', ada.email, '--yes')
  foyer.clock.advance(days)
  await foyer.jobs.runDue()

  assert.deepEqual(
    receiver.messages.map(({ type }) => type),
    ['user.deleted'],
  )
  const rows = await foyer.db.selectFrom('webhook_deliveries').select('payload').execute()
  assert.doesNotMatch(JSON.stringify(rows), /ada@example\.com|Ada/)
})

test('messages that have ended are deleted after 30 days, waiting ones are not', async (t) => {
  const { foyer } = await listening(t)
  await registerAccount(foyer, foyer.browser())
  await foyer.jobs.runDue()
  const before = await listDeliveries(foyer.db, { limit: 10 })
  await foyer.db
    .updateTable('webhook_deliveries')
    .set({ status: 'pending' })
    .where('id', '=', before[0]?.id ?? '')
    .execute()

  foyer.clock.advance(30 * days + 1)
  await pruneExpired(foyer.app.database, foyer.clock.now(), features)

  const left = await listDeliveries(foyer.db, { limit: 10 })
  assert.ok(before.length > 1)
  assert.deepEqual(
    left.filter(({ createdAt }) => createdAt < foyer.clock.now() - 30 * days).map(({ id }) => id),
    [before[0]?.id],
  )
})

test('docs/webhooks.md describes every type and no other', () => {
  const page = readFileSync(projectFile('docs/webhooks.md'), 'utf8')
  const rows = page.slice(page.indexOf('## Events')).match(/^\| (`[^|]+) \|/gm) ?? []

  const described = rows.flatMap((row) => row.match(/[a-z_]+\.[a-z_]+/g) ?? [])

  assert.deepEqual(described.toSorted(), webhookTypes.toSorted())
})

async function listening(t: TestContext, ...options: string[]) {
  const foyer = await appWithWebhooks(t)
  const receiver = await startReceiver(t)
  const endpoint = await createEndpointFor(foyer, receiver, ...options)
  return { foyer, receiver, ...endpoint }
}

function createTeamEndpoint(
  { db, app, clock }: Awaited<ReturnType<typeof appWithWebhooks>>,
  url: string,
  teamId = 'team-1',
) {
  const context = { db, keys: app.keys, allowsPrivate: true, now: clock.now() }
  return createWebhookEndpoint(context, { url, eventTypes: [], teamId }, webhookTypes)
}
