import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'

import { features } from '#app/features.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { jobRunner } from '#app/platform/jobs/job-runner.ts'
import { enqueueWebhookEvent } from '#app/platform/webhooks/enqueue-webhook-event.ts'
import { createCli } from '#testing/cli.ts'
import type { TestApp } from '#testing/test-app.ts'
import { minutes } from '#testing/test-clock.ts'
import { appWithWebhooks, createEndpointFor, startReceiver } from '#testing/webhook-receiver.ts'

import { fanOutJob } from './fan-out.job.ts'
import { maxDuePerEndpoint, retryDelaysMs } from './limits.ts'
import { releaseJobKind, failOldest } from './release-waiting-messages.job.ts'
import { listDeliveries, listWebhookEndpoints, replayDelivery } from './webhooks.ts'

const log = { info() {}, warn() {}, error() {} }

test('messages to a failing endpoint wait without jobs, and arrive after it works again (WHK-10)', async (t) => {
  const { foyer, receiver } = await withFailingEndpoint(t)
  await send(foyer, 40)

  await foyer.jobs.runDue()
  const jobsOfWaiting = await jobKinds(foyer)
  const tried = []
  for (let i = 0; i < 5; i++) {
    receiver.messages = []
    foyer.clock.advance(40_000)
    await foyer.jobs.runDue()
    tried.push(receiver.messages.length)
  }
  Object.assign(receiver, { status: 204, messages: [] })
  for (let i = 0; i < 10; i++) {
    foyer.clock.advance(minutes)
    await foyer.jobs.runDue()
  }

  assert.deepEqual(jobsOfWaiting, [releaseJobKind, 'webhook-delivery', 'webhook-delivery'])
  assert.ok(
    tried.every((count) => count <= 2),
    tried.join(),
  )
  assert.ok(receiver.messages.length >= 38)
  assert.deepEqual(await pending(foyer), [])
})

test('a burst to a working endpoint gives workers about a hundred due jobs at a time (WHK-10)', async (t) => {
  const { foyer, receiver } = await withEndpoint(t, { status: 204 })
  await send(foyer, maxDuePerEndpoint + 30)
  const { keys, database } = foyer.app
  const handlers = { 'webhook-event': fanOutJob({ db: database.db, keys }) }
  await jobRunner({ database, keys, clock: foyer.clock, log, handlers }).runDue()

  const jobs = (await jobKinds(foyer)).filter((kind) => kind === 'webhook-delivery')
  for (let i = 0; i < 3; i++) {
    await foyer.jobs.runDue()
    foyer.clock.advance(2000)
  }

  // Workers that create messages at the same time count without each other.
  assert.ok(jobs.length <= maxDuePerEndpoint + 2, `${jobs.length} jobs`)
  assert.equal(receiver.messages.length, maxDuePerEndpoint + 30)
  assert.deepEqual(await pending(foyer), [])
})

test('of too many pending messages the oldest fail, and can be sent again (WHK-11)', async (t) => {
  const { foyer, id: endpoint } = await withEndpoint(t, { status: 500 })
  await send(foyer, 6)
  await foyer.jobs.runDue()
  const before = (await listDeliveries(foyer.db, { limit: 10 })).map(({ id }) => id)

  const counts = [await failOldest(foyer.db, endpoint, 4), await failOldest(foyer.db, endpoint, 4)]
  const failed = await listDeliveries(foyer.db, { limit: 10, status: 'failed' })
  const { db, keys } = foyer.app
  const [oldest = ''] = before.slice(-1)
  const replay = { id: oldest, now: foyer.clock.now() }
  const isReplayed = await inTransaction(db, (tx) => replayDelivery(tx, keys, replay))

  assert.deepEqual(counts, [2, 0])
  assert.deepEqual(
    failed.map(({ id, lastError }) => [id, lastError]),
    before.slice(-2).map((id) => [id, 'Too many messages were waiting.']),
  )
  assert.equal(isReplayed, true)
})

test('a message that waits for a disabled endpoint fails (WHK-08)', async (t) => {
  const { foyer, receiver, id } = await withFailingEndpoint(t)
  await send(foyer, 5)
  await foyer.jobs.runDue()
  receiver.messages = []

  await createCli(foyer)('webhook:disable', id)
  foyer.clock.advance(minutes)
  await foyer.jobs.runDue()

  assert.deepEqual(receiver.messages, [])
  assert.equal((await listDeliveries(foyer.db, { limit: 10, status: 'failed' })).length, 6)
})

test('messages that wait are sent although their job was lost (WHK-10)', async (t) => {
  const { foyer, receiver } = await withFailingEndpoint(t)
  await send(foyer, 5)
  await foyer.jobs.runDue()
  await foyer.db.deleteFrom('jobs').execute()
  Object.assign(receiver, { status: 204, messages: [] })

  for (const feature of features) await feature.everyTenMinutes?.(foyer.app, foyer.clock.now())
  for (let i = 0; i < 3; i++) {
    foyer.clock.advance(minutes)
    await foyer.jobs.runDue()
  }

  assert.equal(receiver.messages.length, 4)
})

test('an altered list of event types stops no message to others, and is none (WHK-12)', async (t) => {
  const { foyer, receiver, id } = await withEndpoint(t, { status: 204 })
  const other = await startReceiver(t)
  await createEndpointFor(foyer, other)
  for (const event_types of ['{', '"user.created"', '[1]']) {
    await foyer.db
      .updateTable('webhook_endpoints')
      .set({ event_types })
      .where('id', '=', id)
      .execute()
    await send(foyer, 1)
    await foyer.jobs.runDue()
  }

  assert.deepEqual([receiver.messages.length, other.messages.length], [0, 3])
  assert.equal((await listWebhookEndpoints(foyer.db, null)).length, 2)
})

test('a message to a URL that was altered by hand fails like others, and has an end (WHK-14)', async (t) => {
  const { foyer, id } = await withEndpoint(t, { status: 204 })
  await foyer.db
    .updateTable('webhook_endpoints')
    .set({ url: 'altered' })
    .where('id', '=', id)
    .execute()
  await send(foyer, 1)

  await foyer.jobs.runDue()
  assert.partialDeepStrictEqual(await pending(foyer), [
    { attempts: 1, lastError: "The address isn't valid." },
  ])
  for (const delay of retryDelaysMs) {
    foyer.clock.advance(delay * 1.1 + 1)
    await foyer.jobs.runDue()
  }

  assert.deepEqual(await pending(foyer), [])
})

async function withEndpoint(t: TestContext, { status }: { status: number }) {
  const foyer = await appWithWebhooks(t)
  const receiver = await startReceiver(t)
  receiver.status = status
  return { foyer, receiver, ...(await createEndpointFor(foyer, receiver)) }
}

/** One message has failed. */
async function withFailingEndpoint(t: TestContext) {
  const scene = await withEndpoint(t, { status: 500 })
  await send(scene.foyer, 1)
  await scene.foyer.jobs.runDue()
  return scene
}

async function send({ app, clock }: TestApp, count: number): Promise<void> {
  const event = { type: 'user.deleted', userId: null, data: { user_id: 'x' } }
  await inTransaction(app.db, async (tx) => {
    for (let i = 0; i < count; i++) await enqueueWebhookEvent(tx, app.keys, event, clock.now())
  })
}

async function jobKinds({ db }: TestApp): Promise<string[]> {
  const jobs = await db.selectFrom('jobs').select('kind').orderBy('kind').execute()
  return jobs.map(({ kind }) => kind)
}

const pending = ({ db }: TestApp) => listDeliveries(db, { limit: 100, status: 'pending' })
