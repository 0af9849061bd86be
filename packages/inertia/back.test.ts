import assert from 'node:assert/strict'
import test from 'node:test'

import type { InertiaOptions } from '@foyer/inertia'

import { TestServer } from './testing/test-server.ts'

function backServer(options: Partial<InertiaOptions> = {}, fallback?: string): TestServer {
  return new TestServer(options).routes((app) => {
    app.route({
      method: ['GET', 'POST', 'PUT'],
      url: '/form',
      handler: (_request, reply) => reply.back(fallback),
    })
    app.route({ method: ['GET', 'PUT'], url: '/empty', handler: async () => undefined })
    app.put('/nothing', (_request, reply) => reply.code(204).send())
  })
}

async function locationFrom(site: TestServer, referer: string | undefined) {
  const headers = referer === undefined ? {} : { referer }
  const answer = await site.visit('/form', {}, { method: 'POST', headers })
  return answer.headers.location
}

test('back() redirects to the previous page', async () => {
  const site = backServer()
  const headers = { referer: 'https://site.test/profile?tab=1' }
  const put = await site.visit('/form', {}, { method: 'PUT', headers })
  const get = await site.visit('/form', {}, { headers })

  assert.deepEqual([put.statusCode, put.headers.location], [303, '/profile?tab=1'])
  assert.deepEqual([get.statusCode, get.headers.location], [302, '/profile?tab=1'])
})

test('back() after an ordinary form is a 303 too', async () => {
  const answer = await backServer().inject({ method: 'PUT', url: '/form' })

  assert.equal(answer.statusCode, 303)
})

test('back() never redirects to another site (RED-01)', async () => {
  const site = backServer()

  assert.equal(await locationFrom(site, 'https://evil.test/'), '/')
  assert.equal(await locationFrom(site, 'https://site.test.evil.test/'), '/')
  assert.equal(await locationFrom(site, 'http://site.test/'), '/')
  assert.equal(await locationFrom(site, '//evil.test/'), '/')
  assert.equal(await locationFrom(site, 'https://site.test//evil.test/'), '/evil.test/')
  assert.equal(await locationFrom(site, 'https://site.test/\\evil.test/'), '/evil.test/')
  assert.equal(await locationFrom(site, 'no address'), '/no%20address')
})

const before = () => '/before'
const elsewhere = () => 'https://evil.test/'

test('back() falls back to previousUrl, then its argument, then home', async () => {
  assert.equal(
    await locationFrom(backServer({ previousUrl: before }, '/list'), undefined),
    '/before',
  )
  assert.equal(
    await locationFrom(backServer({ previousUrl: elsewhere }, '/list'), undefined),
    '/list',
  )
  assert.equal(await locationFrom(backServer({ home: '/start' }, '/list'), undefined), '/list')
  assert.equal(await locationFrom(backServer({ home: '/start' }), undefined), '/start')
  assert.equal(await locationFrom(backServer(), undefined), '/')
})

test('back() never redirects a page to itself', async () => {
  const headers = { referer: 'https://site.test/form' }
  const answer = await backServer().visit('/form', {}, { headers })

  assert.equal(answer.headers.location, '/')
})

test('an empty response to a visit becomes a redirect back', async () => {
  const headers = { referer: 'https://site.test/list' }
  const get = await backServer().visit('/empty', {}, { headers })
  const put = await backServer().visit('/empty', {}, { method: 'PUT', headers })

  assert.deepEqual([get.statusCode, get.headers.location], [302, '/list'])
  assert.deepEqual([put.statusCode, put.headers.location], [303, '/list'])
})

test('an ordinary request may get an empty response, and a visit 204', async () => {
  const site = backServer()

  assert.equal((await site.inject('/empty')).statusCode, 200)
  assert.equal((await site.visit('/nothing', {}, { method: 'PUT' })).statusCode, 204)
})

test('back() keeps cookies and flash data', async () => {
  const site = new TestServer().routes((app) => {
    app.post('/form', (_request, reply) =>
      reply.header('set-cookie', 'a=1').errors({ name: 'No' }).back(),
    )
  })
  const answer = await site.visit('/form', {}, { method: 'POST' })

  assert.equal(answer.headers['set-cookie'], 'a=1')
  assert.deepEqual(site.flashWrites, [{ errors: { name: 'No' } }])
})
