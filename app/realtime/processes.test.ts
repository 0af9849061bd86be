import assert from 'node:assert/strict'
import { once } from 'node:events'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'

import { Client } from '#testing/client.ts'
import { emptyDatabase } from '#testing/database.ts'
import { freePort, front } from '#testing/front.ts'
import { Listener } from '#testing/listener.ts'
import { runCommand } from '#testing/operator.ts'
import { ownRedis } from '#testing/own-redis.ts'
import { ada } from '#testing/people.ts'
import { type Server, server } from '#testing/server.ts'

const redisUrl = process.env['TEST_REDIS_URL']
const withPostgres = { skip: process.env['TEST_DATABASE'] !== 'postgres' && 'needs PostgreSQL' }
const withSqlite = { skip: process.env['TEST_DATABASE'] === 'postgres' && 'has SQLite' }
const withRedis = { skip: !redisUrl && 'needs Redis' }
/** Each request on a connection of its own, so that another process may get it. */
const headers = { accept: 'application/json', connection: 'close' }

/** Registers, and proves the address. */
async function joined(origin: string): Promise<Client> {
  const laptop = new Client(origin)
  await laptop.send('/register')
  await laptop.send('/register', { method: 'POST', body: { ...ada, terms: true }, headers })
  const link = await laptop.linkInMail()
  await laptop.send(link, { method: 'POST', body: {}, headers })
  return laptop
}

async function signedIn(origin: string): Promise<Client> {
  const phone = new Client(origin)
  await phone.send('/login')
  const { email, password } = ada
  await phone.send('/login', { method: 'POST', body: { email, password }, headers })
  return phone
}

function rename(client: Client, name: string): Promise<Response> {
  const body = { name, locale: '', timezone: '' }
  return client.send('/user/profile-information', { method: 'PUT', body, headers })
}

/** A page of this browser that listens. */
async function listening(t: TestContext, client: Client): Promise<Listener> {
  const document = await (await client.send('/user/profile')).text()
  const page = /<script[^>]*data-page[^>]*>(.*?)<\/script>/s.exec(document)?.[1] ?? '{}'
  const { realtime } = JSON.parse(page).props
  const listener = new Listener(realtime, async (body) => {
    const answer = await client.send('/broadcasting/auth', { method: 'POST', body, headers })
    return { status: answer.status, body: JSON.parse(await answer.text()) }
  })
  t.after(() => listener.pusher.disconnect())
  await listener.subscribe(realtime.channel)
  return listener
}

const isListening = ({ pusher }: Listener) => pusher.allChannels().every((it) => it.subscribed)
const isAbout = (name: string) => (one: { name: string }) => one.name === name

/** Two servers behind one address, that share a storage folder and what `variables` say. */
async function twoServers(t: TestContext, variables: Record<string, string>) {
  const before = await front(t)
  const ports = [await freePort(), await freePort()]
  const shared = { APP_URL: before.origin, ...variables }
  const one = await server(t, { ...shared, PORT: String(ports[0]) })
  const STORAGE_DIR = one.storage
  const two = await server(t, { ...shared, STORAGE_DIR, PORT: String(ports[1]) })
  before.behind.push(...ports)
  return { origin: before.origin, one, two }
}

/** What holds for any two processes: one order on both, ends that reach the other, and nothing missed when one dies. */
async function actAsOne(t: TestContext, { origin, one }: { origin: string; one: Server }) {
  const laptop = await joined(origin)
  const phone = await signedIn(origin)
  const [onLaptop, onPhone] = [await listening(t, laptop), await listening(t, phone)]
  const renamings = Array.from({ length: 8 }, (_, at) =>
    rename(at % 2 ? phone : laptop, `Ada ${at}`),
  )
  await Promise.all(renamings)
  for (const page of [onLaptop, onPhone]) {
    await page.until(() => page.heard.filter(isAbout('profile.updated')).length === 8)
    const places = page.heard.map(({ data }) => Number(data['sequence']))
    assert.deepEqual(
      places,
      places.toSorted((a, b) => a - b),
    )
  }

  await phone.send('/logout', { method: 'POST', body: {}, headers })
  await onPhone.ended()
  assert.equal((await onLaptop.next('session.ended'))['ended'] !== undefined, true)

  onLaptop.heard.length = 0
  one.child.kill('SIGKILL')
  await one.ended()
  await rename(laptop, 'Ada at last')
  await onLaptop.next('profile.updated')
  assert.equal(onLaptop.pusher.connection.state, 'connected')
}

test(
  'two processes on PostgreSQL act as one, and one goes on when the other is killed',
  withPostgres,
  async (t) => {
    const DATABASE_URL = await emptyDatabase(t, 'postgres')

    await actAsOne(t, await twoServers(t, { DATABASE_URL }))
  },
)

test(
  'two processes with Redis act as one, and one goes on when the other is killed',
  withRedis,
  async (t) => {
    const DATABASE_URL = await emptyDatabase(t)

    await actAsOne(t, await twoServers(t, { DATABASE_URL, REDIS_URL: redisUrl ?? '' }))
  },
)

test(
  'Redis may be killed and start empty: what changed meanwhile is told, or that it must be asked for',
  withRedis,
  async (t) => {
    const DATABASE_URL = await emptyDatabase(t)
    const redis = await ownRedis(t)
    const { origin } = await twoServers(t, { DATABASE_URL, REDIS_URL: redis.url })
    const laptop = await joined(origin)
    const phone = await signedIn(origin)
    const pages = [await listening(t, laptop), await listening(t, phone)]

    await redis.kill()
    await rename(laptop, 'Ada meanwhile')
    await redis.start()
    for (const page of pages)
      await page.until(() => page.mustReload || page.heard.some(isAbout('profile.updated')))
    for (const page of pages) await page.until(() => isListening(page))

    for (const page of pages) page.heard.length = 0
    await rename(phone, 'Ada at last')
    for (const page of pages) await page.next('profile.updated')
    await phone.send('/logout', { method: 'POST', body: {}, headers })
    await pages[1]?.ended()
    assert.equal(pages[0]?.pusher.connection.state, 'connected')
  },
)

test(
  'workers on one SQLite file act as one, and the operator’s tool is heard',
  withSqlite,
  async (t) => {
    const { origin, storage, child, ended } = await server(t, { WORKERS: '2' })
    const laptop = await joined(origin)
    const [phone, tablet] = [await signedIn(origin), await signedIn(origin)]
    const pages = [
      await listening(t, laptop),
      await listening(t, phone),
      await listening(t, tablet),
    ]
    await rename(laptop, 'Ada King')
    for (const page of pages) await page.next('profile.updated')

    const variables = {
      STORAGE_DIR: storage,
      DATABASE_URL: `sqlite:${join(storage, 'foyer.sqlite')}`,
    }
    const clock = { now: () => Date.now() }
    const locked = await runCommand(['user:lock', ada.email, '--yes'], { variables, clock })

    assert.equal(locked.status, 0)
    for (const page of pages) await page.ended()

    const { key, port } = pages[0]?.realtime ?? { key: '', port: 0 }
    const idle = new WebSocket(`ws://localhost:${port}/app/${key}?protocol=7`)
    await once(idle, 'message')
    const [closed] = await Promise.all([once(idle, 'close'), child.kill('SIGTERM')])
    assert.equal(closed[0].code, 4200)
    assert.equal(await ended(), 0)
  },
)
