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

test('after a form a visit is sent on with 303, so that it is not repeated at the target (INR-11)', async () => {
  const site = redirectServer('/there')

  assert.equal(await statusOf(site, 'POST'), 303)
  assert.equal(await statusOf(site, 'PUT'), 303)
  assert.equal(await statusOf(site, 'PATCH'), 303)
  assert.equal(await statusOf(site, 'DELETE'), 303)
  assert.equal(await statusOf(site, 'GET'), 302)
})

test('a permanent redirect after a form becomes 303 as well', async () => {
  assert.equal(await statusOf(redirectServer('/there', 301), 'PUT'), 303)
  assert.equal(await statusOf(redirectServer('/there', 301), 'GET'), 301)
})

test('redirects that mean to repeat the form are left alone', async () => {
  assert.equal(await statusOf(redirectServer('/there', 307), 'PUT'), 307)
  assert.equal(await statusOf(redirectServer('/there', 308), 'PUT'), 308)
})

test('an ordinary form is sent on with 303, other ordinary redirects are left alone (INR-11)', async () => {
  const site = redirectServer('/there')

  assert.equal((await site.inject({ method: 'POST', url: '/go' })).statusCode, 303)
  assert.equal((await site.inject({ method: 'PUT', url: '/go' })).statusCode, 302)
  assert.equal((await site.inject('/go')).statusCode, 302)
})

test('a guard that redirects before the handler, and an error handler, follow the same rules', async () => {
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

test('a visit is not let loose on another site: its browser goes there instead', async () => {
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
  const answer = await site.visit('/go', {}, { method: 'POST' })

  assert.equal(answer.statusCode, 409)
  assert.equal(answer.headers['x-inertia-location'], 'https://idp.test/authorize?a=1')
  assert.equal(answer.headers['set-cookie'], 'state=1')
  assert.equal(answer.headers.location, undefined)
  assert.equal(answer.headers['content-type'], undefined)
  assert.equal(answer.headers['x-inertia'], undefined)
  assert.equal(answer.body, '')
})

test('another site is told by its origin, however it is written', async () => {
  assert.equal(await statusOf(redirectServer('//idp.test/'), 'GET'), 409)
  assert.equal(await statusOf(redirectServer('/\\idp.test/'), 'GET'), 409)
  assert.equal(await statusOf(redirectServer('/\t/idp.test/'), 'GET'), 409)
  assert.equal(await statusOf(redirectServer('https://site.test:8443/'), 'GET'), 409)
  assert.equal(await statusOf(redirectServer('http://site.test/'), 'GET'), 409)
  assert.equal(await statusOf(redirectServer('https://site.test/inside'), 'GET'), 302)
  assert.equal(await statusOf(redirectServer('https://SITE.test:443/inside'), 'GET'), 302)
  assert.equal(await statusOf(redirectServer('inside'), 'GET'), 302)
})

test('an address a browser would run is never handed to the client', async () => {
  assert.equal(await statusOf(redirectServer('javascript:alert(1)'), 'GET'), 302)
})

test('an ordinary request to another site is redirected as ever', async () => {
  const answer = await redirectServer('https://idp.test/').inject('/go')

  assert.equal(answer.statusCode, 302)
  assert.equal(answer.headers.location, 'https://idp.test/')
})

test('a route may keep its redirects to other sites', async () => {
  const site = new TestServer().routes((app) => {
    const config = { inertia: { convertsForeignRedirects: false } }
    app.get('/go', { config }, (_request, reply) => reply.redirect('https://cors.test/'))
  })

  assert.equal(await statusOf(site, 'GET'), 302)
})

test('a target with a fragment is named to the client, which could not see it otherwise', async () => {
  const answer = await redirectServer('/profile?tab=1#two-factor').visit(
    '/go',
    {},
    { method: 'POST' },
  )

  assert.equal(answer.statusCode, 409)
  assert.equal(answer.headers['x-inertia-redirect'], '/profile?tab=1#two-factor')
  assert.equal(answer.headers.location, undefined)
  assert.equal(answer.headers['x-inertia'], undefined)
  assert.equal(answer.body, '')
})

test('prefetches and ordinary requests follow a target with a fragment themselves', async () => {
  const site = redirectServer('/profile#two-factor')

  assert.equal((await site.visit('/go', { isPrefetch: true })).statusCode, 302)
  assert.equal((await site.inject('/go')).statusCode, 302)
})

test('away() leads a visit off with 409 and an ordinary request with a redirect', async () => {
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

test('away() refuses what is not an address on the web', async () => {
  const site = new TestServer().routes((app) => {
    app.get('/go', (request, reply) => reply.away(String(Object(request.query).to)))
  })

  assert.equal((await site.visit('/go?to=javascript:alert(1)')).statusCode, 500)
  assert.equal((await site.visit('/go?to=data:text/html,x')).statusCode, 500)
  assert.equal((await site.visit('/go?to=java%0Ascript:alert(1)')).statusCode, 500)
  assert.equal((await site.visit('/go?to=/%0d%0aset-cookie:x')).headers['set-cookie'], undefined)
  assert.equal((await site.visit('/go?to=https://idp.test/')).statusCode, 409)
})
