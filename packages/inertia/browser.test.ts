import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'

import { defer, merge, once } from '@foyer/inertia'
import type { Page as ClientPage, router as clientRouter } from '@inertiajs/core'
import type { FastifyInstance } from 'fastify'
import { type Browser, chromium, type Page } from 'playwright-core'
import { build, type Rolldown } from 'vite'

import { TestServer } from './testing/test-server.ts'

declare global {
  var router: typeof clientRouter
  var shown: ClientPage[]
  var events: string[]
}

const usualPaths = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
const executablePath = process.env['CHROMIUM_PATH'] ?? usualPaths.find((path) => existsSync(path))
const skip = executablePath === undefined && 'No Chromium found; set CHROMIUM_PATH.'

let browser: Browser
let script: string
let site: TestServer
let origin: string
let version: string
let requests: string[]

before(async () => {
  if (skip) return
  script = await bundle()
  browser = await chromium.launch({
    executablePath: executablePath!,
    args: ['--no-sandbox', '--disable-background-networking'],
  })
})

after(() => browser?.close())

async function bundle(): Promise<string> {
  const input = fileURLToPath(new URL('./testing/browser-client.ts', import.meta.url))
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    build: { write: false, minify: false, rolldownOptions: { input } },
  })
  const [output] = [built].flat() as Rolldown.RolldownOutput[]
  return output!.output[0].code
}

/** A site for the tests below, and a browser that shows its first page. */
async function open(): Promise<Page> {
  const port = await freePort()
  origin = `http://localhost:${port}`
  version = 'v1'
  requests = []
  site = new TestServer({ version: () => version, origin, document: ({ body }) => body + loader })
  site.routes(registerRoutes)
  await site.app.listen({ port, host: '127.0.0.1' })
  const page = await browser.newPage()
  await page.goto(origin)
  await page.waitForFunction(() => globalThis.shown?.length > 0)
  return page
}

const loader = '<script type="module" src="/client.js"></script>'

function registerRoutes(app: FastifyInstance): void {
  let rows = 0
  app.addHook('onRequest', async ({ method, url }) => void requests.push(`${method} ${url}`))
  app.get('/client.js', (_request, reply) => reply.type('text/javascript').send(script))
  app.get('/', (_request, reply) =>
    reply.page('Home', {
      hostile: '</script><!--<script>',
      later: defer(() => 'loaded'),
      countries: once(() => ['NL']),
      rows: merge(() => [{ id: 0 }, { id: ++rows }]).matchOn('id'),
      user: { name: 'Ada', requests: () => requests.length },
    }),
  )
  app.get('/other', (_request, reply) => {
    const countries = once(() => assert.fail('The client has them.'))
    return reply.page('Other', { countries })
  })
  app.get('/login', (_request, reply) => reply.page('Login'))
  app.put('/form', (_request, reply) => reply.redirect('/login'))
  app.post('/errors', (_request, reply) => reply.errors({ name: 'No name' }).back())
  app.post('/fragment', (_request, reply) => reply.redirect('/login#part'))
  app.post('/away', (_request, reply) => reply.redirect(origin.replace('localhost', '127.0.0.1')))
  app.post('/saved', (_request, reply) => {
    reply.flash({ banner: 'Saved.' })
    return reply.redirect('/slow')
  })
  app.get('/slow', async (_request, reply) => {
    const { length } = pageRequests()
    while (pageRequests().length === length) await new Promise(setImmediate)
    return reply.redirect('/login')
  })
}

const pageRequests = () => requests.filter((it) => it === 'GET /')

function freePort(): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>()
  const server = createServer().listen(0, '127.0.0.1', () => {
    const address = server.address()
    server.close(() => resolve(typeof address === 'object' ? address!.port : 0))
  })
  return promise
}

async function close(page: Page): Promise<void> {
  await page.close()
  await site.app.close()
}

function visit(page: Page, url: string, options: object = {}): Promise<void> {
  return page.evaluate(
    ([href, visitOptions]) =>
      new Promise<void>((resolve) =>
        globalThis.router.visit(href, { ...visitOptions, onFinish: () => resolve() }),
      ),
    [url, options] as const,
  )
}

const lastPage = (page: Page) => page.evaluate(() => globalThis.shown.at(-1)!)

test('the client boots, loads deferred props and keeps once props', { skip }, async () => {
  const page = await open()
  await page.waitForFunction(() => globalThis.shown.at(-1)?.props['later'] === 'loaded')
  await visit(page, '/other')
  const other = await lastPage(page)

  assert.deepEqual([other.component, other.props['countries']], ['Other', ['NL']])
  await close(page)
})

test('the client merges a list by key and replaces part of a prop', { skip }, async () => {
  const page = await open()
  await page.waitForFunction(() => globalThis.shown.at(-1)?.props['later'] === 'loaded')
  await visit(page, '/', { only: ['rows', 'user.requests'], preserveState: true })
  const { rows, user } = (await lastPage(page)).props

  assert.deepEqual(rows, [{ id: 0 }, { id: 1 }, { id: 2 }])
  assert.equal(Object(user).name, 'Ada')
  await close(page)
})

test('a form is sent once, whatever its redirect', { skip }, async () => {
  const page = await open()
  await visit(page, '/form', { method: 'put' })

  assert.deepEqual(requests.slice(-2), ['PUT /form', 'GET /login'])
  await close(page)
})

test("errors arrive in the form's bag, and its page stays", { skip }, async () => {
  const page = await open()
  const errors = await page.evaluate(
    () =>
      new Promise((resolve) =>
        globalThis.router.post('/errors', {}, { errorBag: 'rename', onError: resolve }),
      ),
  )

  assert.deepEqual(errors, { name: 'No name' })
  assert.equal((await lastPage(page)).component, 'Home')
  await close(page)
})

test('flash reaches the next page despite a poll in between', { skip }, async () => {
  const page = await open()
  await page.evaluate(() => {
    globalThis.router.post('/saved')
  })
  while (!requests.includes('GET /slow')) await new Promise(setImmediate)
  await page.evaluate(() => globalThis.router.reload({ only: ['user'] }))
  await page.waitForFunction(() => globalThis.shown.at(-1)?.component === 'Login')

  assert.deepEqual((await lastPage(page)).flash, { banner: 'Saved.' })
  assert.deepEqual(await page.evaluate(() => globalThis.events), ['flash {"banner":"Saved."}'])
  await close(page)
})

test('a fragment survives a redirect', { skip }, async () => {
  const page = await open()
  await page.evaluate(() => globalThis.router.post('/fragment'))
  await page.waitForURL(`${origin}/login#part`)

  assert.equal((await lastPage(page)).component, 'Login')
  await close(page)
})

test('a redirect to another site loads it in the whole browser', { skip }, async () => {
  const page = await open()
  await page.evaluate(() => globalThis.router.post('/away'))
  await page.waitForURL((url) => url.hostname === '127.0.0.1')
  await close(page)
})

test(
  'a new version leaves the page alone in the background and loads on the next click',
  { skip },
  async () => {
    const page = await open()
    await page.evaluate(() => void (window.name = 'first document'))
    version = 'v2'
    await visit(page, '/', { async: true, only: ['user'] })
    const backgroundReload = await page.evaluate(() => [window.name, ...globalThis.events])
    const loaded = page.waitForEvent('load')
    await page.evaluate(() => globalThis.router.visit('/login'))
    await loaded

    assert.deepEqual(backgroundReload, ['first document', 'location true'])
    assert.equal((await lastPage(page)).version, 'v2')
    await close(page)
  },
)
