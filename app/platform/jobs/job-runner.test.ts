import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test, type TestContext } from 'node:test'

import { sql } from 'kysely'

import { createKeyring } from '#app/platform/crypto/keyring.ts'
import { days, hours, minutes, TestClock } from '#testing/test-clock.ts'
import { createTestDatabase } from '#testing/test-database.ts'

import { backoffMs } from './backoff.ts'
import { enqueue } from './enqueue.ts'
import { JobError } from './job-error.ts'
import { jobRunner } from './job-runner.ts'
import { leaseNextJob, oldestDueJob } from './lease.ts'
import { maxJobAttempts, leaseMs } from './limits.ts'
import type { JobHandler } from './run-job.ts'

test('a job runs once, with its payload, and is deleted', async (t) => {
  const { add, runner, handled, jobs } = await setUpRunner(t)
  await add({ to: 'ada' })

  await runner.runDue()
  await runner.runDue()

  assert.deepEqual(handled, [{ to: 'ada' }])
  assert.deepEqual(await jobs(), [])
})

test('a rolled back change leaves no job', async (t) => {
  const { database, keys, clock, jobs } = await setUpRunner(t)

  const change = database.db.transaction().execute(async (tx) => {
    await enqueue(tx, keys, { kind: 'note', payload: {}, now: clock.now() })
    throw new Error('roll back')
  })

  await assert.rejects(change, /roll back/)
  assert.deepEqual(await jobs(), [])
})

test('the payload of a job is encrypted in the database', async (t) => {
  const { add, database } = await setUpRunner(t)
  await add({ link: 'https://example.com/secret-link' })

  const rows = await database.db.selectFrom('jobs').selectAll().execute()

  assert.doesNotMatch(JSON.stringify(rows), /secret-link/)
  assert.doesNotMatch(Buffer.from(rows[0]?.payload_sealed ?? '', 'base64url').toString(), /secret/)
})

test('jobs with the same dedupe key are stored once while the first is queued', async (t) => {
  const { add, runner, handled } = await setUpRunner(t)
  await add('first', { dedupeKey: 'sweep' })
  await add('second', { dedupeKey: 'sweep' })
  await runner.runDue()
  await add('third', { dedupeKey: 'sweep' })
  await runner.runDue()

  assert.deepEqual(handled, ['first', 'third'])
})

test('a job with runAt does not run earlier', async (t) => {
  const { add, runner, handled, clock } = await setUpRunner(t)
  await add('tomorrow', { runAt: clock.now() + days })

  await runner.runDue()
  assert.deepEqual(handled, [])
  clock.advance(days)
  await runner.runDue()
  assert.deepEqual(handled, ['tomorrow'])
})

test('a started runner runs jobs after each commit, a stopped one does not', async (t) => {
  const { add, runner, nextHandled, handled } = await setUpRunner(t)
  runner.start()
  const ran = nextHandled()
  await add('one')
  await ran

  await runner.stop(1000)
  await add('two')
  await runner.runDue()

  assert.deepEqual(handled, ['one'])
})

test('two jobs run concurrently, so that a slow one does not block the rest', async (t) => {
  const others = Promise.withResolvers<void>()
  const finished: unknown[] = []
  const { add, runner } = await setUpRunner(t, async (payload) => {
    if (payload === 'slow') await others.promise
    finished.push(payload)
    if (finished.length === 2) others.resolve()
  })
  await add('slow')
  await add('quick')
  await add('also quick')

  await runner.runDue()

  assert.equal(finished.length, 3)
  assert.equal(finished.at(-1), 'slow')
})

test('a failed job is retried with growing delays, and fails permanently after eight attempts', async (t) => {
  const { add, runner, jobs, clock, messages } = await setUpRunner(t, async () => {
    throw new JobError('The mail server answered 421 to MAIL FROM.')
  })
  await add('x', { dedupeKey: 'only one' })
  await runner.runDue()
  const [first] = await jobs()
  assert.equal(first?.attempts, 1)
  assert.ok(Number(first?.run_at) - clock.now() > 0.9 * minutes)

  for (let attempt = 2; attempt <= maxJobAttempts; attempt++) {
    await runner.runDue()
    clock.advance(8 * hours)
    await runner.runDue()
  }

  const [last] = await jobs()
  assert.equal(last?.attempts, maxJobAttempts)
  assert.notEqual(last?.dead_at, null)
  assert.equal(last?.last_error, 'The mail server answered 421 to MAIL FROM.')
  assert.deepEqual(messages.at(-1), 'job failed permanently')
  await add('x', { dedupeKey: 'only one' })
  assert.equal((await jobs()).length, 2)
})

test('a job with a final error is not retried', async (t) => {
  const { add, runner, jobs } = await setUpRunner(t, async () => {
    throw new JobError('The mail server answered 550 to RCPT TO.', { isFinal: true })
  })
  await add('x')

  await runner.runDue()

  assert.notEqual((await jobs())[0]?.dead_at, null)
})

test('an error message that quotes the payload is neither stored nor logged', async (t) => {
  const { add, runner, jobs, logged } = await setUpRunner(t, async (payload) => {
    throw Object.assign(new TypeError(`cannot send ${JSON.stringify(payload)}`), { code: 'EBAD' })
  })
  await add({ link: 'secret-link' })

  await runner.runDue()

  assert.equal((await jobs())[0]?.last_error, 'TypeError EBAD')
  assert.doesNotMatch(JSON.stringify(logged), /secret-link/)
})

test('a job that cannot be decrypted stays and stores the reason', async (t) => {
  const { database, clock, jobs, runner } = await setUpRunner(t)
  await enqueue(database.db, testKeyring(), { kind: 'note', payload: 1, now: clock.now() })

  await runner.runDue()

  assert.equal((await jobs())[0]?.last_error, 'No known key decrypts the payload.')
})

test('a runner does not take jobs of an unknown kind', async (t) => {
  const { database, keys, clock, jobs, runner } = await setUpRunner(t)
  await enqueue(database.db, keys, { kind: 'newer', payload: 1, now: clock.now() })

  await runner.runDue()

  assert.equal((await jobs())[0]?.attempts, 0)
})

test('of many concurrent workers exactly one leases a job', async (t) => {
  const { add, database, clock } = await setUpRunner(t)
  await add('x')

  const leased = await Promise.all(
    Array.from({ length: 16 }, () =>
      leaseNextJob(database, { kinds: ['note'], fullLanes: [], fullPrefixes: [] }, clock.now()),
    ),
  )

  assert.equal(leased.filter(Boolean).length, 1)
})

test('an expired lease is taken over, and the first worker no longer updates the job', async (t) => {
  const started = Promise.withResolvers<void>()
  const firstMayFinish = Promise.withResolvers<void>()
  let runs = 0
  const { add, runner, jobs, clock, services } = await setUpRunner(t, async () => {
    runs++
    started.resolve()
    if (runs === 1) await firstMayFinish.promise
    else throw new JobError('Not now.')
  })
  await add('x')
  const firstRun = runner.runDue()
  await started.promise
  clock.advance(leaseMs + 1)

  await jobRunner(services).runDue()
  firstMayFinish.resolve()
  await firstRun

  const [job] = await jobs()
  assert.equal(runs, 2)
  assert.equal(job?.attempts, 2)
  assert.equal(job?.last_error, 'Not now.')
})

test('stop waits for running jobs until its deadline, then releases their leases', async (t) => {
  const mayFinish = Promise.withResolvers<void>()
  const started = Promise.withResolvers<void>()
  const { add, runner, jobs } = await setUpRunner(t, async () => {
    started.resolve()
    await mayFinish.promise
  })
  await add('x')
  const running = runner.runDue()
  await started.promise

  await runner.stop(50)

  assert.equal((await jobs())[0]?.locked_until, null)
  mayFinish.resolve()
  await running
  assert.deepEqual(await jobs(), [])
})

test('a lane with slow jobs takes three slots of a runner, and the jobs behind it run in the others', async (t) => {
  const slow = Promise.withResolvers<void>()
  const started: unknown[] = []
  const { add, services, handled, nextHandled } = await setUpRunner(t, async (payload) => {
    started.push(payload)
    if (payload === 'slow') await slow.promise
  })
  for (let i = 0; i < 20; i++) await add('slow', { lane: 'of one endpoint' })
  await add('other', { lane: 'of another endpoint' })
  await add('without a lane')

  const otherHandled = nextHandled()
  const runner = jobRunner(services, 10)
  const running = runner.runDue()
  await otherHandled
  while (handled.length < 2) await nextHandled()
  const startedBehind = started.toSorted()
  slow.resolve()
  await running

  assert.deepEqual(startedBehind, ['other', 'slow', 'slow', 'slow', 'without a lane'])
  assert.equal(handled.length, 22)
})

test('slow endpoints of teams and of the operator leave two of ten slots to other jobs', async (t) => {
  const slow = Promise.withResolvers<void>()
  const started: unknown[] = []
  const { add, services, handled, nextHandled } = await setUpRunner(t, async (payload) => {
    started.push(payload)
    if (payload === 'slow') await slow.promise
  })
  for (const team of ['a', 'b', 'c', 'd'])
    for (let i = 0; i < 3; i++) {
      await add('slow', { lane: `team-webhooks:${team}` })
      await add('slow', { lane: `webhooks:${team}` })
    }
  await add('of somebody else', { lane: 'other:a' })
  await add('without a lane')

  const otherHandled = nextHandled()
  const running = jobRunner(services, 10).runDue()
  await otherHandled
  while (handled.length < 2) await nextHandled()
  const startedBehind = started.toSorted()
  slow.resolve()
  await running

  assert.deepEqual(startedBehind, ['of somebody else', ...Array(8).fill('slow'), 'without a lane'])
  assert.equal(handled.length, 26)
})

test('the next job of each kind is found by index, also behind thousands that are due', async (t) => {
  const { database, clock } = await setUpRunner(t)
  const filter = { kinds: ['mail', 'note'], fullLanes: ['a'], fullPrefixes: ['b'] }
  if (database.dialect !== 'sqlite')
    return t.skip('the planner of PostgreSQL reads small tables whole')

  const plan: { detail?: unknown }[] =
    (await oldestDueJob(database.db, filter, clock.now())?.explain(undefined, sql`query plan`)) ??
    []

  const reads = plan.map(({ detail }) => String(detail)).filter((line) => line.includes('jobs'))
  assert.equal(reads.length, 2)
  for (const line of reads)
    assert.match(line, /SEARCH jobs USING (COVERING )?INDEX jobs_due_by_kind \(kind=\? AND run_at</)
})

test('the backoff grows from one minute to six hours, with jitter', () => {
  const [first, last] = [backoffMs(1), backoffMs(maxJobAttempts)]

  assert.ok(first >= minutes && first <= 1.25 * minutes)
  assert.ok(last >= 6 * hours && last <= 7.5 * hours)
  assert.ok(new Set(Array.from({ length: 20 }, () => backoffMs(3))).size > 1)
})

async function setUpRunner(t: TestContext, handler?: JobHandler) {
  const database = await createTestDatabase(t)
  const keys = testKeyring()
  const clock = new TestClock()
  const handled: unknown[] = []
  const messages: string[] = []
  const logged: unknown[] = []
  let notifyHandled = () => {}

  const noteHandler: JobHandler = async (payload, job) => {
    await handler?.(payload, job)
    handled.push(payload)
    notifyHandled()
  }
  const write = (details: object, message: string) => {
    messages.push(message)
    logged.push(details)
  }
  const log = { info: write, warn: write, error: write }
  const services = { database, keys, clock, log, handlers: { note: noteHandler } }
  const runner = jobRunner(services)
  t.after(() => runner.stop(0))

  return {
    ...services,
    services,
    runner,
    handled,
    messages,
    logged,
    nextHandled: () => new Promise<void>((resolve) => (notifyHandled = resolve)),
    jobs: () => database.db.selectFrom('jobs').selectAll().orderBy('id').execute(),
    add: (payload: unknown, options: { dedupeKey?: string; lane?: string; runAt?: number } = {}) =>
      database.db
        .transaction()
        .execute((tx) =>
          enqueue(tx, keys, { kind: 'note', payload, now: clock.now(), ...options }),
        ),
  }
}

function testKeyring() {
  return createKeyring({ current: randomBytes(32), previous: [] })
}
