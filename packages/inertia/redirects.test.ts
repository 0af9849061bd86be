import assert from 'node:assert/strict'
import test from 'node:test'

import type { HTTPMethods } from 'fastify'

import { TestServer } from './testing/test-server.ts'

function redirectServer(location: string, code?: number): TestServer {
  return new TestServer().routes((app) => {
    const method: HTTPMethods[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
    app.route({ method, url: '/go', handler: (_request, reply) => reply.redirect(location, code) })
  })
}

async function statusOf(site: TestServer, method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE') {
  return (await site.visit('/go', {}, { method })).statusCode
}

test('a redirect after a form visit is a 303, so that the form is not repeated (INR-11)', async () => {
  const site = redirectServer('/there')

  assert.equal(await statusOf(site, 'POST'), 303)
  assert.equal(await statusOf(site, 'PUT'), 303)
  assert.equal(await statusOf(site, 'PATCH'), 303)
  assert.equal(await statusOf(site, 'DELETE'), 303)
  assert.equal(await statusOf(site, 'GET'), 302)
})

test('a permanent redirect after a form becomes a 303 too', async () => {
  assert.equal(await statusOf(redirectServer('/there', 301), 'PUT'), 303)
  assert.equal(await statusOf(redirectServer('/there', 301), 'GET'), 301)
})

test('307 and 308 redirects are left alone', async () => {
  assert.equal(await statusOf(redirectServer('/there', 307), 'PUT'), 307)
  assert.equal(await statusOf(redirectServer('/there', 308), 'PUT'), 308)
})

test('a redirect after an ordinary form is a 303; other ordinary redirects are left alone (INR-11)', async () => {
  const site = redirectServer('/there')

  assert.equal((await site.inject({ method: 'POST', url: '/go' })).statusCode, 303)
  assert.equal((await site.inject({ method: 'PUT', url: '/go' })).statusCode, 302)
  assert.equal((await site.inject('/go')).statusCode, 302)
})

test('redirects from a guard or an error handler follow the same rules', async () => {
  const site = new TestServer()
    .configure((app) => {
      app.setErrorHandler((_error, _request, reply) => reply.redirect('/sorry', 302))
    })
    .routes((app) => {
      app.addHook('onRequest', async (request, reply) => {
        if (request.url === '/guarded') return reply.redirect('/login')
      })
      app.put('/guarded', () => 'in')
      app.put('/throttled', () => Promise.reject(new Error('Too often')))
    })

  assert.equal((await site.visit('/guarded', {}, { method: 'PUT' })).statusCode, 303)
  assert.equal((await site.visit('/throttled', {}, { method: 'PUT' })).statusCode, 303)
})

test('a visit does not follow a redirect to another site; the browser does', async () => {
  const site = new TestServer().routes((app) => {
    app.post('/go', (_request, reply) =>
      reply
        .header('set-cookie', 'state=1')
        .type('text/html')
        .header('location', 'https://idp.test/authorize?a=1')
        .code(302)
        .send('<a>there</a>'),
    )
  })
  const response = await site.visit('/go', {}, { method: 'POST' })

  assert.equal(response.statusCode, 409)
  assert.equal(response.headers['x-inertia-location'], 'https://idp.test/authorize?a=1')
  assert.equal(response.headers['set-cookie'], 'state=1')
  assert.equal(response.headers.location, undefined)
  assert.equal(response.headers['content-type'], undefined)
  assert.equal(response.headers['x-inertia'], undefined)
  assert.equal(response.body, '')
})

test('another site is recognized by its origin, however it is written', async () => {
  assert.equal(await statusOf(redirectServer('//idp.test/'), 'GET'), 409)
  assert.equal(await statusOf(redirectServer('/\\idp.test/'), 'GET'), 409)
  assert.equal(await statusOf(redirectServer('/\t/idp.test/'), 'GET'), 409)
  assert.equal(await statusOf(redirectServer('https://site.test:8443/'), 'GET'), 409)
  assert.equal(await statusOf(redirectServer('http://site.test/'), 'GET'), 409)
  assert.equal(await statusOf(redirectServer('https://site.test/inside'), 'GET'), 302)
  assert.equal(await statusOf(redirectServer('https://SITE.test:443/inside'), 'GET'), 302)
  assert.equal(await statusOf(redirectServer('inside'), 'GET'), 302)
})

test('an executable URL is never passed to the client', async () => {
  assert.equal(await statusOf(redirectServer('javascript:alert(1)'), 'GET'), 302)
})

test('an ordinary redirect to another site is unchanged', async () => {
  const response = await redirectServer('https://idp.test/').inject('/go')

  assert.equal(response.statusCode, 302)
  assert.equal(response.headers.location, 'https://idp.test/')
})

test('a route can keep its redirects to other sites', async () => {
  const site = new TestServer().routes((app) => {
    const config = { inertia: { convertsForeignRedirects: false } }
    app.get('/go', { config }, (_request, reply) => reply.redirect('https://cors.test/'))
  })

  assert.equal(await statusOf(site, 'GET'), 302)
})

test('a redirect with a fragment is passed to the client, which could not see it otherwise', async () => {
  const response = await redirectServer('/profile?tab=1#two-factor').visit(
    '/go',
    {},
    { method: 'POST' },
  )

  assert.equal(response.statusCode, 409)
  assert.equal(response.headers['x-inertia-redirect'], '/profile?tab=1#two-factor')
  assert.equal(response.headers.location, undefined)
  assert.equal(response.headers['x-inertia'], undefined)
  assert.equal(response.body, '')
})

test('prefetches and ordinary requests follow a redirect with a fragment themselves', async () => {
  const site = redirectServer('/profile#two-factor')

  assert.equal((await site.visit('/go', { isPrefetch: true })).statusCode, 302)
  assert.equal((await site.inject('/go')).statusCode, 302)
})

test('away() answers a visit with 409 and an ordinary request with a redirect', async () => {
  const site = new TestServer().routes((app) => {
    app.route({
      method: ['GET', 'POST'],
      url: '/go',
      handler: (_request, reply) => reply.header('set-cookie', 'a=1').away('/files/report.pdf'),
    })
  })
  const visit = await site.visit('/go')

  assert.equal(visit.statusCode, 409)
  assert.equal(visit.headers['x-inertia-location'], '/files/report.pdf')
  assert.equal(visit.headers['set-cookie'], 'a=1')
  assert.equal(visit.body, '')
  assert.equal((await site.inject('/go')).statusCode, 302)
  assert.equal((await site.inject('/go')).headers.location, '/files/report.pdf')
  assert.equal((await site.inject({ method: 'POST', url: '/go' })).statusCode, 303)
})

test('away() rejects URLs that are not http(s)', async () => {
  const site = new TestServer().routes((app) => {
    app.get('/go', (request, reply) => reply.away(String(Object(request.query).to)))
  })

  assert.equal((await site.visit('/go?to=javascript:alert(1)')).statusCode, 500)
  assert.equal((await site.visit('/go?to=data:text/html,x')).statusCode, 500)
  assert.equal((await site.visit('/go?to=java%0Ascript:alert(1)')).statusCode, 500)
  assert.equal((await site.visit('/go?to=/%0d%0aset-cookie:x')).headers['set-cookie'], undefined)
  assert.equal((await site.visit('/go?to=https://idp.test/')).statusCode, 409)
})
