import assert from 'node:assert/strict'
import test from 'node:test'

import { pageOf } from '@foyer/inertia/testing'
import { parse } from 'parse5'

import { homePageServer, TestServer } from './testing/test-server.ts'

test('an ordinary request receives a document with the page in one script and a root element', async () => {
  const answer = await homePageServer({ name: 'Ada' }).inject('/')

  assert.equal(answer.statusCode, 200)
  assert.equal(answer.headers['content-type'], 'text/html; charset=utf-8')
  assert.equal(answer.body.match(/<script/g)?.length, 1)
  assert.match(
    answer.body,
    /<script data-page="app" type="application\/json">.*<div id="app"><\/div>/,
  )
  assert.equal(pageOf(answer).props.name, 'Ada')
})

test('a visit receives the page as JSON', async () => {
  const answer = await homePageServer({ name: 'Ada' }).visit('/')

  assert.equal(answer.statusCode, 200)
  assert.equal(answer.headers['x-inertia'], 'true')
  assert.equal(answer.headers['content-type'], 'application/json; charset=utf-8')
  assert.deepEqual(answer.json(), {
    component: 'Home',
    props: { errors: {}, name: 'Ada' },
    url: '/',
    version: 'v1',
    sharedProps: ['errors'],
  })
})

test('no value can end the script early or swallow the document after it', async () => {
  const hostile = '</script><!--<script>\u2028 </ScRiPt > 🍺 \ud800 & " \' \\'
  const answer = await homePageServer({ hostile }).inject('/')

  assert.equal(pageOf(answer).props.hostile, hostile)
  assert.match(
    JSON.stringify(parse(answer.body), ['childNodes', 'attrs', 'value']),
    /"value":"app"/,
  )
  assert.equal(answer.body.indexOf('</script>'), answer.body.lastIndexOf('</script>'))
})

test('the root element may have another id', async () => {
  const answer = await homePageServer({}, { rootId: 'root' }).inject('/')

  assert.match(answer.body, /<script data-page="root" .*<div id="root"><\/div>/)
})

test('the document is told the status, the page and the request', async () => {
  const site = new TestServer({
    document: ({ status, page }, request) => `${status} ${page.component} ${request.method}`,
  }).routes((app) => {
    app.get('/gone', (_request, reply) => reply.page('Gone', {}, { status: 410 }))
  })
  const answer = await site.inject('/gone')

  assert.equal(answer.statusCode, 410)
  assert.equal(answer.body, '410 Gone GET')
})

test('the document may take its time', async () => {
  const answer = await homePageServer({}, { document: async () => 'later' }).inject('/')

  assert.equal(answer.body, 'later')
})

test('Vary names X-Inertia once, on documents, pages, redirects, 409 and errors (INR-09)', async () => {
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

test('Vary keeps what the application says', async () => {
  const site = homePageServer({}).routes((app) => {
    app.get('/list', (_request, reply) => reply.header('vary', 'Accept, x-inertia').send('ok'))
    app.get('/more', (_request, reply) => reply.header('vary', ['Accept', 'Cookie']).send('ok'))
    app.get('/all', (_request, reply) => reply.header('vary', '*').send('ok'))
  })

  assert.equal((await site.inject('/list')).headers.vary, 'Accept, x-inertia')
  assert.equal((await site.inject('/more')).headers.vary, 'Accept,Cookie, X-Inertia')
  assert.equal((await site.inject('/all')).headers.vary, '*')
})

test('a page as JSON is never stored and a document always asked for anew (INR-09, INR-10)', async () => {
  const site = homePageServer({})

  assert.equal((await site.visit('/')).headers['cache-control'], 'no-store, private')
  assert.equal((await site.inject('/')).headers['cache-control'], 'no-cache, private')
})

test('the application may say otherwise about caches', async () => {
  const site = new TestServer().routes((app) => {
    app.get('/', (_request, reply) => reply.header('cache-control', 'no-store').page('Home'))
  })

  assert.equal((await site.inject('/')).headers['cache-control'], 'no-store')
})

test('pages carry no validator that could answer one variant with the other', async () => {
  const answer = await homePageServer({}).inject('/')

  assert.equal(answer.headers.etag, undefined)
  assert.equal(answer.headers['last-modified'], undefined)
})

test('the address keeps its query, encoding and trailing slash', async () => {
  const site = new TestServer().routes((app) => {
    app.get('/*', (_request, reply) => reply.page('Any'))
  })

  assert.equal((await site.page('/a/?z=1&a=%20%2F&a[]=2')).url, '/a/?z=1&a=%20%2F&a[]=2')
})

test('the address never names another host, whatever was asked for (INR-04)', async () => {
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

test('the application may give a page another address', async () => {
  const site = homePageServer({}, { url: () => '/elsewhere' })

  assert.equal((await site.page('/')).url, '/elsewhere')
})

test('HEAD answers without a body', async () => {
  const answer = await homePageServer({}).inject({ method: 'HEAD', url: '/' })

  assert.equal(answer.statusCode, 200)
  assert.equal(answer.body, '')
})

test('a page name without a page is an error where the application checks', async () => {
  const site = homePageServer({}, { pageExists: (name) => name !== 'Home' })
  const answer = await site.visit('/')

  assert.equal(answer.statusCode, 500)
  assert.equal(answer.json().message, 'Page not found: Home')
})

test('a route may have nothing to do with pages', async () => {
  const site = new TestServer().routes((app) => {
    app.get('/feed', { config: { inertia: false } }, () => ({ items: [] }))
  })
  const answer = await site.visit('/feed', { version: 'old' })

  assert.equal(answer.statusCode, 200)
  assert.equal(answer.headers.vary, undefined)
})
