import assert from 'node:assert/strict'
import test from 'node:test'

import { pageOf } from '@foyer/inertia/testing'
import { parse } from 'parse5'

import { homePageServer, TestServer } from './testing/test-server.ts'

test('an ordinary request receives a document with one page script and a root element', async () => {
  const response = await homePageServer({ name: 'Ada' }).inject('/')

  assert.equal(response.statusCode, 200)
  assert.equal(response.headers['content-type'], 'text/html; charset=utf-8')
  assert.equal(response.body.match(/<script/g)?.length, 1)
  assert.match(
    response.body,
    /<script data-page="app" type="application\/json">.*<div id="app"><\/div>/,
  )
  assert.equal(pageOf(response).props.name, 'Ada')
})

test('a visit receives the page as JSON', async () => {
  const response = await homePageServer({ name: 'Ada' }).visit('/')

  assert.equal(response.statusCode, 200)
  assert.equal(response.headers['x-inertia'], 'true')
  assert.equal(response.headers['content-type'], 'application/json; charset=utf-8')
  assert.deepEqual(response.json(), {
    component: 'Home',
    props: { errors: {}, name: 'Ada' },
    url: '/',
    version: 'v1',
    scrollRegions: [],
    rememberedState: {},
    sharedProps: ['errors'],
  })
})

test('no value can close the script early or swallow the rest of the document', async () => {
  const hostile = '</script><!--<script>\u2028 </ScRiPt > 🍺 \ud800 & " \' \\'
  const response = await homePageServer({ hostile }).inject('/')

  assert.equal(pageOf(response).props.hostile, hostile)
  assert.match(
    JSON.stringify(parse(response.body), ['childNodes', 'attrs', 'value']),
    /"value":"app"/,
  )
  assert.equal(response.body.indexOf('</script>'), response.body.lastIndexOf('</script>'))
})

test('the root element may have another id', async () => {
  const response = await homePageServer({}, { rootId: 'root' }).inject('/')

  assert.match(response.body, /<script data-page="root" .*<div id="root"><\/div>/)
})

test('the document receives the status, the page and the request', async () => {
  const site = new TestServer({
    document: ({ status, page }, request) => `${status} ${page.component} ${request.method}`,
  }).routes((app) => {
    app.get('/gone', (_request, reply) => reply.page('Gone', {}, { status: 410 }))
  })
  const response = await site.inject('/gone')

  assert.equal(response.statusCode, 410)
  assert.equal(response.body, '410 Gone GET')
})

test('the document may be asynchronous', async () => {
  const response = await homePageServer({}, { document: async () => 'later' }).inject('/')

  assert.equal(response.body, 'later')
})

test('Vary contains X-Inertia once, on documents, pages, redirects, 409 and errors (INR-09)', async () => {
  const site = homePageServer({}).routes((app) => {
    app.get('/away', (_request, reply) => reply.redirect('/'))
    app.get('/broken', () => Promise.reject(new Error('No')))
    app.get('/fragment', (_request, reply) => reply.redirect('/#there'))
  })

  assert.equal((await site.inject('/')).headers.vary, 'X-Inertia')
  assert.equal((await site.visit('/')).headers.vary, 'X-Inertia')
  assert.equal((await site.inject('/away')).headers.vary, 'X-Inertia')
  assert.equal((await site.visit('/fragment')).headers.vary, 'X-Inertia')
  assert.equal((await site.visit('/', { version: 'v0' })).headers.vary, 'X-Inertia')
  assert.equal((await site.inject('/broken')).headers.vary, 'X-Inertia')
  assert.equal((await site.inject('/nowhere')).headers.vary, 'X-Inertia')
})

test("Vary keeps the application's own values", async () => {
  const site = homePageServer({}).routes((app) => {
    app.get('/list', (_request, reply) => reply.header('vary', 'Accept, x-inertia').send('ok'))
    app.get('/more', (_request, reply) => reply.header('vary', ['Accept', 'Cookie']).send('ok'))
    app.get('/all', (_request, reply) => reply.header('vary', '*').send('ok'))
  })

  assert.equal((await site.inject('/list')).headers.vary, 'Accept, x-inertia')
  assert.equal((await site.inject('/more')).headers.vary, 'Accept,Cookie, X-Inertia')
  assert.equal((await site.inject('/all')).headers.vary, '*')
})

test('a JSON page is never stored, and a document is always revalidated (INR-09, INR-10)', async () => {
  const site = homePageServer({})

  assert.equal((await site.visit('/')).headers['cache-control'], 'no-store, private')
  assert.equal((await site.inject('/')).headers['cache-control'], 'no-cache, private')
})

test('the application may set its own cache headers', async () => {
  const site = new TestServer().routes((app) => {
    app.get('/', (_request, reply) => reply.header('cache-control', 'no-store').page('Home'))
  })

  assert.equal((await site.inject('/')).headers['cache-control'], 'no-store')
})

test('pages carry no ETag, which could match the other representation', async () => {
  const response = await homePageServer({}).inject('/')

  assert.equal(response.headers.etag, undefined)
  assert.equal(response.headers['last-modified'], undefined)
})

test('the page URL keeps its query, encoding and trailing slash', async () => {
  const site = new TestServer().routes((app) => {
    app.get('/*', (_request, reply) => reply.page('Any'))
  })

  assert.equal((await site.page('/a/?z=1&a=%20%2F&a[]=2')).url, '/a/?z=1&a=%20%2F&a[]=2')
})

test('the page URL never names another host, whatever was requested (INR-04)', async () => {
  const site = new TestServer().routes((app) => {
    app.get('/*', (_request, reply) => reply.page('Any'))
  })
  const page = pageOf(
    await site.inject({
      url: '/x',
      headers: { host: 'evil.test', 'x-forwarded-host': 'evil.test' },
    }),
  )

  assert.equal(page.url, '/x')
})

test('the application may set another page URL', async () => {
  const site = homePageServer({}, { url: () => '/elsewhere' })

  assert.equal((await site.page('/')).url, '/elsewhere')
})

test('HEAD is answered without a body', async () => {
  const response = await homePageServer({}).inject({ method: 'HEAD', url: '/' })

  assert.equal(response.statusCode, 200)
  assert.equal(response.body, '')
})

test('an unknown page name is an error where the application checks', async () => {
  const site = homePageServer({}, { pageExists: (name) => name !== 'Home' })
  const response = await site.visit('/')

  assert.equal(response.statusCode, 500)
  assert.equal(response.json().message, 'Page not found: Home')
})

test('a route may opt out of the page protocol', async () => {
  const site = new TestServer().routes((app) => {
    app.get('/feed', { config: { inertia: false } }, () => ({ items: [] }))
  })
  const response = await site.visit('/feed', { version: 'old' })

  assert.equal(response.statusCode, 200)
  assert.equal(response.headers.vary, undefined)
})
