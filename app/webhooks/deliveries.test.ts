import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { setImmediate } from 'node:timers/promises'

import { features } from '#app/features.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { jobRunner } from '#app/platform/jobs/job-runner.ts'
import { maxConcurrentJobsOfLane } from '#app/platform/jobs/limits.ts'
import { pruneExpired } from '#app/platform/maintenance/prune-expired.ts'
import { createCli } from '#testing/cli.ts'
import { ada, registerAccount } from '#testing/signed-in-accounts.ts'
import type { TestApp } from '#testing/test-app.ts'
import { days, hours, minutes } from '#testing/test-clock.ts'
import {
  appWithWebhooks,
  createEndpointFor,
  isGenuine,
  startReceiver,
} from '#testing/webhook-receiver.ts'

import { deliverJob } from './deliver-webhook.job.ts'
import { fanOutJob } from './fan-out.job.ts'
import { retryDelaysMs } from './limits.ts'
import { listDeliveries, listWebhookEndpoints, replayDelivery } from './webhooks.ts'

const log = { info() {}, warn() {}, error() {} }

test('a failed message is tried ten times over three days with the same id, then kept for replay (WHK-04)', async (t) => {
  const { foyer, receiver } = await withMessage(t, { status: 500 })

  const attempts = [receiver.messages.length]
  for (const delay of retryDelaysMs) {
    foyer.clock.advance(delay - 1)
    await foyer.jobs.runDue()
    attempts.push(receiver.messages.length)
    foyer.clock.advance(delay * 0.1 + 1)
    await foyer.jobs.runDue()
  }
  foyer.clock.advance(2 * days)
  await foyer.jobs.runDue()
  const [failed] = await listDeliveries(foyer.db, { limit: 1 })

  assert.deepEqual(attempts, [1, 1, 2, 3, 4, 5, 6, 7, 8, 9])
  assert.equal(receiver.messages.length, 10)
  assert.equal(new Set(receiver.messages.map(({ id }) => id)).size, 1)
  assert.partialDeepStrictEqual(failed, {
    status: 'failed',
    attempts: 10,
    lastStatus: 500,
    lastError: 'Status 500.',
    nextAttemptAt: null,
  })
})

test('a failed message is replayed by one of concurrent calls, with its id (WHK-04)', async (t) => {
  const { foyer, receiver, id: endpoint } = await withMessage(t, { status: 500 })
  const [{ id } = { id: '' }] = await listDeliveries(foyer.db, { limit: 1 })
  const replay = () =>
    inTransaction(foyer.db, (tx) =>
      replayDelivery(tx, foyer.app.keys, { id, now: foyer.clock.now() }),
    )

  const whilePending = await replay()
  await failForGood(foyer)
  await createCli(foyer)('webhook:disable', endpoint)
  const whileDisabled = await replay()
  await createCli(foyer)('webhook:enable', endpoint)
  receiver.status = 204
  receiver.messages = []
  const replays = await Promise.all([replay(), replay(), replay()])
  await foyer.jobs.runDue()

  assert.deepEqual([whilePending, whileDisabled], [false, false])
  assert.deepEqual(replays.toSorted(), [false, false, true])
  assert.deepEqual(
    receiver.messages.map((message) => message.id),
    [id],
  )
  assert.partialDeepStrictEqual(await listDeliveries(foyer.db, { limit: 1 }), [
    { status: 'delivered', attempts: 1, lastError: null },
  ])
})

test('a redirect of a webhook endpoint is a failure and is not followed (WHK-03)', async (t) => {
  const other = await startReceiver(t)

  const { foyer, receiver } = await withMessage(t, { status: 302, location: other.url })

  assert.equal(receiver.messages.length, 1)
  assert.deepEqual(other.messages, [])
  assert.partialDeepStrictEqual(await listDeliveries(foyer.db, { limit: 1 }), [
    { status: 'pending', lastStatus: 302, lastError: 'Status 302. Redirects are not followed.' },
  ])
})

test('after a rotation both webhook secrets sign for a day, then only the new one (WHK-02)', async (t) => {
  const { foyer, receiver, id, secret: old } = await withMessage(t, { status: 204 })
  const send = async () => {
    receiver.messages = []
    await foyer.browser().visit('login.store', { email: ada.email, password: ada.password })
    await foyer.jobs.runDue()
    const [message] = receiver.messages
    assert.ok(message)
    return message
  }

  const { json } = await createCli(foyer)('webhook:rotate', id, '--json')
  const secret = String(json['secret'])
  const during = await send()
  foyer.clock.advance(days)
  const after = await send()
  await pruneExpired(foyer.app.database, foyer.clock.now(), features)
  const [row] = await foyer.db.selectFrom('webhook_endpoints').selectAll().execute()

  assert.notEqual(secret, old)
  assert.deepEqual([isGenuine(during, old), isGenuine(during, secret)], [true, true])
  assert.deepEqual([isGenuine(after, old), isGenuine(after, secret)], [false, true])
  assert.equal(row?.previous_secret_sealed, null)
})

test('a leaked webhook secret ends at once, and no secret is stored in the clear (WHK-02)', async (t) => {
  const { foyer, receiver, id, secret: old } = await withMessage(t, { status: 204 })

  const { json } = await createCli(foyer)('webhook:rotate', id, '--now', '--json')
  await foyer.browser().visit('login.store', { email: ada.email, password: ada.password })
  await foyer.jobs.runDue()
  const message = receiver.messages.at(-1)
  const rows = await foyer.db.selectFrom('webhook_endpoints').selectAll().execute()

  assert.ok(message)
  assert.deepEqual(
    [isGenuine(message, old), isGenuine(message, String(json['secret']))],
    [false, true],
  )
  assert.doesNotMatch(JSON.stringify(rows), /whsec_/)
})

test('an endpoint that fails for five days is disabled, and gets nothing more (WHK-08)', async (t) => {
  const { foyer, receiver } = await withMessage(t, { status: 500 })
  await failForGood(foyer)
  const [failing] = await listWebhookEndpoints(foyer.db, null)
  foyer.clock.advance(2 * days)
  const signIn = () =>
    foyer.browser().visit('login.store', { email: ada.email, password: ada.password })

  await signIn()
  await foyer.jobs.runDue()
  const [disabled] = await listWebhookEndpoints(foyer.db, null)
  const count = receiver.messages.length
  await signIn()
  foyer.clock.advance(hours)
  await foyer.jobs.runDue()

  assert.deepEqual([failing?.disabledAt, typeof failing?.failingSince], [null, 'number'])
  assert.equal(disabled?.disabledAt, foyer.clock.now() - hours)
  assert.equal(receiver.messages.length, count)
  const left = await listDeliveries(foyer.db, { limit: 10, status: 'pending' })
  assert.deepEqual(left, [])
})

test('status 410 disables a webhook endpoint at once (WHK-08)', async (t) => {
  const { foyer } = await withMessage(t, { status: 410 })

  const [endpoint] = await listWebhookEndpoints(foyer.db, null)

  assert.equal(typeof endpoint?.disabledAt, 'number')
})

test('a failing endpoint is tried by one message at a time, and by all after a success (WHK-08)', async (t) => {
  const { foyer, receiver } = await withMessage(t, { status: 500 })
  receiver.messages = []
  const signIns = Array.from({ length: 5 }, () =>
    foyer.browser().visit('login.store', { email: ada.email, password: ada.password }),
  )
  await Promise.all(signIns)

  await foyer.jobs.runDue()
  const whileFailing = receiver.messages.length
  receiver.status = 204
  for (let i = 0; i < 3; i++) {
    foyer.clock.advance(5 * minutes)
    await foyer.jobs.runDue()
  }

  assert.equal(whileFailing, 1)
  assert.deepEqual(await listDeliveries(foyer.db, { limit: 10, status: 'pending' }), [])
  assert.equal((await listWebhookEndpoints(foyer.db, null))[0]?.failingSince, null)
})

test('a team whose endpoints never answer delays no message of others (WHK-09)', async (t) => {
  const { foyer, receiver } = await withMessage(t, { status: 204 })
  const silent = await startReceiver(t)
  silent.status = null
  await createEndpointFor(foyer, silent)
  for (let i = 0; i < 12; i++)
    await foyer.browser().visit('login.store', { email: ada.email, password: ada.password })
  receiver.messages = []
  const { keys, database } = foyer.app
  const deliver = deliverJob({ db: database.db, keys, clock: foyer.clock, allowsPrivate: true })
  const fanOut = fanOutJob({ db: database.db, keys })
  const services = { database, keys, clock: foyer.clock, log }
  await jobRunner({ ...services, handlers: { 'webhook-event': fanOut } }).runDue()

  const runner = jobRunner({ ...services, handlers: { 'webhook-delivery': deliver } }, 10)
  const delivering = runner.runDue()
  while (receiver.messages.length < 12) await setImmediate()
  const waiting = silent.messages.length
  silent.status = 204
  silent.disconnect()
  await delivering

  assert.ok(waiting <= maxConcurrentJobsOfLane, `${waiting} at a time`)
})

test('of two workers with the same webhook attempt one writes it (WHK-04)', async (t) => {
  const { foyer, receiver } = await withMessage(t, { status: 500 })
  const [{ id } = { id: '' }] = await listDeliveries(foyer.db, { limit: 1 })
  await foyer.db.updateTable('webhook_endpoints').set({ failing_since: null }).execute()
  await foyer.db.deleteFrom('jobs').execute()
  const { db, keys } = foyer.app
  const deliver = deliverJob({ db, keys, clock: foyer.clock, allowsPrivate: true })

  const job = { id: '1', attempts: 1, log }
  Object.assign(receiver, { status: null, messages: [] })
  const workers = [deliver({ id }, job), deliver({ id }, job), deliver({ id }, job)]
  while (receiver.messages.length < 3) await setImmediate()
  receiver.disconnect()
  await Promise.all(workers)

  const jobs = await db.selectFrom('jobs').select('kind').execute()
  assert.partialDeepStrictEqual(await listDeliveries(db, { limit: 1 }), [{ attempts: 2 }])
  assert.deepEqual(jobs, [{ kind: 'webhook-delivery' }])
})

test('the list of webhook messages has pages without gaps or repeats', async (t) => {
  const { foyer } = await withMessage(t, { status: 204 })
  for (let i = 0; i < 4; i++)
    await foyer.browser().visit('login.store', { email: ada.email, password: ada.password })
  await foyer.jobs.runDue()

  const all = await listDeliveries(foyer.db, { limit: 100 })
  const first = await listDeliveries(foyer.db, { limit: 3 })
  const rest = await listDeliveries(foyer.db, { limit: 100, before: first.at(-1)?.id })

  assert.equal(first.length, 3)
  assert.deepEqual([...first, ...rest], all)
})

/** An endpoint that has got its first message, about a registration, with this response. */
async function withMessage(
  t: TestContext,
  { status, location }: { status: number; location?: string },
) {
  const foyer = await appWithWebhooks(t)
  const receiver = await startReceiver(t)
  await registerAccount(foyer, foyer.browser())
  Object.assign(receiver, { status, location })
  const endpoint = await createEndpointFor(foyer, receiver)
  await foyer.browser().visit('login.store', { email: ada.email, password: ada.password })
  await foyer.jobs.runDue()
  return { foyer, receiver, ...endpoint }
}

async function failForGood(foyer: TestApp): Promise<void> {
  for (const delay of retryDelaysMs) {
    foyer.clock.advance(delay * 1.1 + 1)
    await foyer.jobs.runDue()
  }
}
