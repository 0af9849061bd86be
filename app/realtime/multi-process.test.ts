import assert from 'node:assert/strict'
import { once } from 'node:events'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'

import { runCliCommand } from '#testing/cli.ts'
import { freePort } from '#testing/free-port.ts'
import { HttpClient } from '#testing/http-client.ts'
import { listeningPage } from '#testing/listening-page.ts'
import { startLoadBalancer } from '#testing/load-balancer.ts'
import { startPgbouncer } from '#testing/pgbouncer.ts'
import type { PusherJsClient } from '#testing/pusher-js-client.ts'
import { startRedisServer } from '#testing/redis-server.ts'
import { withoutProgram } from '#testing/required-program.ts'
import { ada } from '#testing/signed-in-accounts.ts'
import { type ServerProcess, spawnServer } from '#testing/spawn-server.ts'
import { createEmptyDatabase, createPostgresDatabase } from '#testing/test-database.ts'

const redisUrl = process.env['TEST_REDIS_URL']
const withPostgres = { skip: process.env['TEST_DATABASE'] !== 'postgres' && 'needs PostgreSQL' }
const withSqlite = { skip: process.env['TEST_DATABASE'] === 'postgres' && 'has SQLite' }
const withRedis = { skip: !redisUrl && 'needs Redis' }
/** A new connection per request, so that any process may get it. */
const headers = { accept: 'application/json', connection: 'close' }

/** Registers and confirms the address. */
async function registeredClient(origin: string): Promise<HttpClient> {
  const laptop = new HttpClient(origin)
  await laptop.request('/register')
  await laptop.request('/register', { method: 'POST', body: { ...ada, terms: true }, headers })
  const link = await laptop.linkInMail()
  await laptop.request(link, { method: 'POST', body: {}, headers })
  return laptop
}

async function signedInClient(origin: string): Promise<HttpClient> {
  const phone = new HttpClient(origin)
  await phone.request('/login')
  const { email, password } = ada
  await phone.request('/login', { method: 'POST', body: { email, password }, headers })
  return phone
}

function rename(client: HttpClient, name: string): Promise<Response> {
  const body = { name, locale: '', timezone: '' }
  return client.request('/user/profile-information', { method: 'PUT', body, headers })
}

const isSubscribed = ({ pusher }: PusherJsClient) =>
  pusher.allChannels().every((it) => it.subscribed)
const isNamed = (name: string) => (one: { name: string }) => one.name === name

/** Two servers behind one load balancer that share a storage folder and `variables`. */
async function twoServers(t: TestContext, variables: Record<string, string>) {
  const loadBalancer = await startLoadBalancer(t)
  const ports = [await freePort(), await freePort()]
  const shared = { APP_URL: loadBalancer.origin, ...variables }
  const one = await spawnServer(t, { ...shared, PORT: String(ports[0]) })
  const STORAGE_DIR = one.storageDir
  const two = await spawnServer(t, { ...shared, STORAGE_DIR, PORT: String(ports[1]) })
  loadBalancer.backendPorts.push(...ports)
  return { origin: loadBalancer.origin, one, two }
}

/** Asserts that two processes share event order and session ends, and that no event is lost when one is killed. */
async function assertActsAsOne(
  t: TestContext,
  { origin, one }: { origin: string; one: ServerProcess },
) {
  const laptop = await registeredClient(origin)
  const phone = await signedInClient(origin)
  const [onLaptop, onPhone] = [
    await listeningPage(t, laptop, headers),
    await listeningPage(t, phone, headers),
  ]
  const renamings = Array.from({ length: 8 }, (_, at) =>
    rename(at % 2 ? phone : laptop, `Ada ${at}`),
  )
  await Promise.all(renamings)
  for (const page of [onLaptop, onPhone]) {
    await page.waitUntil(() => page.received.filter(isNamed('profile.updated')).length === 8)
    const places = page.received.map(({ data }) => Number(data['sequence']))
    assert.deepEqual(
      places,
      places.toSorted((a, b) => a - b),
    )
  }

  await phone.request('/logout', { method: 'POST', body: {}, headers })
  await onPhone.waitForDisconnect()
  assert.equal((await onLaptop.nextEvent('session.ended'))['ended'] !== undefined, true)

  onLaptop.received.length = 0
  one.child.kill('SIGKILL')
  await one.waitForExit()
  await rename(laptop, 'Ada at last')
  await onLaptop.nextEvent('profile.updated')
  assert.equal(onLaptop.pusher.connection.state, 'connected')
}

test(
  'two processes on PostgreSQL share channels, and one continues when the other is killed',
  withPostgres,
  async (t) => {
    const DATABASE_URL = await createEmptyDatabase(t, 'postgres')

    await assertActsAsOne(t, await twoServers(t, { DATABASE_URL }))
  },
)

test(
  'two processes behind pgbouncer in transaction mode share channels over DATABASE_SESSION_URL',
  { skip: withPostgres.skip || withoutProgram('pgbouncer') },
  async (t) => {
    const DATABASE_SESSION_URL = await createPostgresDatabase(t)
    const DATABASE_URL = await startPgbouncer(t, DATABASE_SESSION_URL)
    const servers = await twoServers(t, { DATABASE_URL, DATABASE_SESSION_URL })

    await assertActsAsOne(t, servers)

    assert.doesNotMatch(servers.two.output(), /prepared statement|startup parameter/)
  },
)

test(
  'two processes with Redis share channels, and one continues when the other is killed',
  withRedis,
  async (t) => {
    const DATABASE_URL = await createEmptyDatabase(t)

    await assertActsAsOne(t, await twoServers(t, { DATABASE_URL, REDIS_URL: redisUrl ?? '' }))
  },
)

test(
  'after an empty Redis restart, pages get the missed events or a reset',
  withRedis,
  async (t) => {
    const DATABASE_URL = await createEmptyDatabase(t)
    const redis = await startRedisServer(t)
    const { origin } = await twoServers(t, { DATABASE_URL, REDIS_URL: redis.url })
    const laptop = await registeredClient(origin)
    const phone = await signedInClient(origin)
    const pages = [await listeningPage(t, laptop, headers), await listeningPage(t, phone, headers)]

    await redis.kill()
    await rename(laptop, 'Ada meanwhile')
    await redis.start()
    for (const page of pages)
      await page.waitUntil(() => page.mustReload || page.received.some(isNamed('profile.updated')))
    for (const page of pages) await page.waitUntil(() => isSubscribed(page))

    for (const page of pages) page.received.length = 0
    await rename(phone, 'Ada at last')
    for (const page of pages) await page.nextEvent('profile.updated')
    await phone.request('/logout', { method: 'POST', body: {}, headers })
    await pages[1]?.waitForDisconnect()
    assert.equal(pages[0]?.pusher.connection.state, 'connected')
  },
)

test('workers on one SQLite file share channels, also with the CLI', withSqlite, async (t) => {
  const {
    origin,
    storageDir: storage,
    child,
    waitForExit: ended,
  } = await spawnServer(t, { WORKERS: '2' })
  const laptop = await registeredClient(origin)
  const [phone, tablet] = [await signedInClient(origin), await signedInClient(origin)]
  const pages = [
    await listeningPage(t, laptop, headers),
    await listeningPage(t, phone, headers),
    await listeningPage(t, tablet, headers),
  ]
  await rename(laptop, 'Ada King')
  for (const page of pages) await page.nextEvent('profile.updated')

  const variables = {
    STORAGE_DIR: storage,
    DATABASE_URL: `sqlite:${join(storage, 'foyer.sqlite')}`,
  }
  const clock = { now: () => Date.now() }
  const locked = await runCliCommand(['user:lock', ada.email, '--yes'], { variables, clock })

  assert.equal(locked.status, 0)
  for (const page of pages) await page.waitForDisconnect()

  const { key, port } = pages[0]?.realtime ?? { key: '', port: 0 }
  const idle = new WebSocket(`ws://localhost:${port}/app/${key}?protocol=7`)
  await once(idle, 'message')
  const [closed] = await Promise.all([once(idle, 'close'), child.kill('SIGTERM')])
  assert.equal(closed[0].code, 4200)
  assert.equal(await ended(), 0)
})
