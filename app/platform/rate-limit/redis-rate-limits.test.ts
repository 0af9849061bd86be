import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { test, type TestContext } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'

import { newId } from '#app/platform/lib/ids.ts'
import { raceRounds } from '#testing/assert-single-winner.ts'
import { countEventLoopTicks } from '#testing/event-loop-ticks.ts'
import { freePort } from '#testing/free-port.ts'
import { minutes, TestClock } from '#testing/test-clock.ts'

import { clearDelay, hitWithDelay } from './escalating-delay.ts'
import { memoryRateLimits, type RateLimits } from './rate-limits.ts'
import { redisRateLimits } from './redis-rate-limits.ts'

const sharedUrl = process.env['TEST_REDIS_URL'] ?? 'redis://127.0.0.1:6379'
const isRedisUp = sharedUrl !== '' && (await acceptsConnections(new URL(sharedUrl)))
const withRedis = { skip: isRedisUp ? false : `no Redis: TEST_REDIS_URL is "${sharedUrl}"` }
const program = 'redis-server'
const withOwnRedis = { skip: (await canRun(program)) ? false : `no ${program} on this machine` }

/** On a busy machine Redis does not answer in time, and each process would count for itself. */
const patientMs = 10_000

const five = { limit: 5, windowMs: minutes }

test(
  'of a hundred tries in two processes at once exactly five are allowed',
  withRedis,
  async (t) => {
    const [one, other] = [await connectedLimits(t), await connectedLimits(t)]
    const key = `account:${newId()}` as const

    const verdicts = await Promise.all(
      Array.from({ length: 50 }, () => [one.hit(key, five), other.hit(key, five)]).flat(),
    )

    assert.equal(verdicts.filter(({ allowed }) => allowed).length, 5)
    await one.clear(key)
    assert.equal((await other.hit(key, five)).allowed, true)
  },
)

test(
  'of two tries in two processes at once exactly one is allowed, in every round: a proof of work counts once (BOT-06)',
  withRedis,
  async (t) => {
    const [one, other] = [await connectedLimits(t), await connectedLimits(t)]
    const once = { limit: 1, windowMs: 10_000 }
    let single = 0
    for (let round = 0; round < raceRounds; round += 20) {
      const tries = Array.from({ length: 20 }, async () => {
        const key = `account:${newId()}` as const
        const both = await Promise.all([one.hit(key, once), other.hit(key, once)])
        return both.filter(({ allowed }) => allowed).length
      })
      single += (await Promise.all(tries)).filter((allowed) => allowed === 1).length
    }

    assert.equal(single, raceRounds)
  },
)

test('a window in Redis expires, whether or not attempts are rejected', withRedis, async (t) => {
  const limits = await connectedLimits(t)
  const key = `account:${newId()}` as const
  const brief = { limit: 1, windowMs: 1000 }

  await limits.hit(key, brief)
  const rejected = { allowed: false, retryAfterSeconds: 1, count: 2 }
  assert.deepEqual(await limits.hit(key, brief), rejected)
  while (!(await limits.hit(key, brief)).allowed) await wait(50)
})

test('waiting times grow over the attempts of two processes together', withRedis, async (t) => {
  const [one, other] = [await connectedLimits(t), await connectedLimits(t)]
  const account = newId()
  const delays = { freeAttempts: 2, windowMs: minutes, firstMs: minutes, maxMs: 60 * minutes }

  const results = []
  for (const limits of [one, other, one, other])
    results.push(await hitWithDelay(limits, account, delays))

  assert.deepEqual(
    results.map(({ allowed }) => allowed),
    [true, true, true, false],
  )
  assert.equal(results.at(-1)?.retryAfterSeconds, 60)
  await clearDelay(other, account)
  assert.equal((await hitWithDelay(one, account, delays)).allowed, true)
})

test('without Redis, limits apply per server immediately', async (t) => {
  const { limits, messages } = createTestLimits(t, `redis://127.0.0.1:${await freePort()}`)

  const verdicts = await Promise.all(
    Array.from({ length: 20 }, () => limits.hit('account:ada', five)),
  )

  assert.equal(verdicts.filter(({ allowed }) => allowed).length, 5)
  assert.equal(messages.length, 1)
  await assert.rejects(limits.ping())
})

test('a Redis that accepts and never responds delays one request, not all', async (t) => {
  const silent = createServer().listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const address = silent.address()
  assert.ok(typeof address === 'object' && address)
  t.after(() => silent.close())
  const { limits } = createTestLimits(t, `redis://127.0.0.1:${address.port}`)

  await limits.hit('account:ada', five)
  const rounds = countEventLoopTicks(t)
  for (let i = 0; i < 9; i++) await limits.hit('account:ada', five)

  assert.equal(rounds(), 0)
  assert.equal((await limits.hit('account:ada', five)).allowed, false)
})

test(
  'Redis that stops is noticed once, and used again when it is back',
  withOwnRedis,
  async (t) => {
    const port = await freePort()
    const first = await startRedis(t, port)
    const { limits, messages } = createTestLimits(t, `redis://127.0.0.1:${port}`)
    await limits.hit('account:ada', five)

    await stop(first)
    await limits.hit('account:ada', five)
    await limits.hit('account:ada', five)
    assert.deepEqual(messages, ['Redis does not answer: rate limits per server'])

    await startRedis(t, port)
    while (messages.length === 1) {
      await wait(50)
      await limits.hit('account:ada', five)
    }
    assert.deepEqual(messages.slice(1), ['Redis is back: rate limits are shared again'])
    await limits.ping()
  },
)

test('a Redis that hangs is skipped until it responds again', withOwnRedis, async (t) => {
  const port = await freePort()
  const redis = await startRedis(t, port)
  const { limits } = createTestLimits(t, `redis://127.0.0.1:${port}`)
  await limits.hit('account:ada', five)
  redis.kill('SIGSTOP')

  await limits.hit('account:ada', five)
  const rounds = countEventLoopTicks(t)
  for (let i = 0; i < 5; i++) await limits.hit('account:ada', five)

  assert.equal(rounds(), 0)
  assert.equal((await limits.hit('account:ada', five)).allowed, false)
  redis.kill('SIGCONT')
  await untilConnected(limits)
})

/** On a busy machine Redis may answer the first connection too late, and each process would count for itself. */
async function connectedLimits(t: TestContext): Promise<RateLimits> {
  const { limits } = createTestLimits(t, sharedUrl, patientMs)
  await untilConnected(limits)
  return limits
}

async function untilConnected(limits: RateLimits): Promise<void> {
  const isConnected = () =>
    limits.ping().then(
      () => true,
      () => false,
    )
  while (!(await isConnected())) await wait(50)
}

function createTestLimits(t: TestContext, url: string, timeoutMs?: number) {
  const messages: string[] = []
  const note = (_details: object, message: string) => void messages.push(message)
  const fallback = memoryRateLimits({ clock: new TestClock() })
  const log = { info: note, warn: note, error: note }
  const limits = redisRateLimits({ url, fallback, log, ...(timeoutMs && { timeoutMs }) })
  t.after(() => limits.close())
  return { limits, messages }
}

async function startRedis(t: TestContext, port: number): Promise<ChildProcess> {
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']
  const redis = spawn(program, args, { stdio: 'ignore' })
  t.after(() => stop(redis))
  while (!(await acceptsConnections(new URL(`redis://127.0.0.1:${port}`)))) await wait(20)
  return redis
}

async function stop(redis: ChildProcess): Promise<void> {
  if (redis.exitCode !== null || redis.signalCode !== null) return
  redis.kill('SIGKILL')
  await once(redis, 'exit')
}

async function acceptsConnections({ hostname, port }: URL): Promise<boolean> {
  const socket = connect(Number(port || 6379), hostname)
  const { promise, resolve } = Promise.withResolvers<boolean>()
  socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
  const isUp = await promise
  socket.destroy()
  return isUp
}

async function canRun(name: string): Promise<boolean> {
  const child = spawn(name, ['--version'], { stdio: 'ignore' })
  const { promise, resolve } = Promise.withResolvers<boolean>()
  child.once('exit', () => resolve(true)).once('error', () => resolve(false))
  return promise
}
