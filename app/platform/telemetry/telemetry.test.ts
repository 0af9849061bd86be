import assert from 'node:assert/strict'
import { test } from 'node:test'

import { logLines } from '#testing/spawn-server.ts'
import { testDialect } from '#testing/test-database.ts'
import { tracedServer } from '#testing/traced-server.ts'

const databaseSystem = testDialect === 'sqlite' ? 'sqlite' : 'postgresql'

test('a failed sign-in is a trace: the request, its queries and the password hash', async (t) => {
  const { collector, server, browser } = await tracedServer(t)

  await browser.request('/login')
  await browser.request('/login', {
    method: 'POST',
    body: { email: 'ada@example.com', password: 'not the password' },
  })

  const request = await collector.span(({ name }) => name === 'POST /login')
  const child = (name: string) =>
    collector.span((span) => span.name === name && span.parentId === request.spanId)
  const hash = await child('argon2')
  const query = await child('select')
  assert.equal(request.service, 'accounts')
  assert.equal(request.parentId, '')
  assert.equal(request.attributes['foyer.route'], 'login.store')
  assert.equal(request.attributes['error.type'], 'ValidationError')
  assert.equal(hash.traceId, request.traceId)
  assert.equal(query.attributes['db.system.name'], databaseSystem)
  const line = logLines(server.output()).find(({ route }) => route === 'login.store')
  assert.equal(line?.['trace_id'], request.traceId)
  assert.equal(line?.['reqId'], request.attributes['foyer.request_id'])
  assert.doesNotMatch(JSON.stringify(collector.spans), /ada@example|not the password/)
})

test('a job is a trace of its own, with the delivery of its mail', async (t) => {
  const { collector, browser } = await tracedServer(t)
  await browser.request('/register')

  await browser.request('/register', {
    method: 'POST',
    body: { name: 'Ada', email: 'ada@example.com', password: 'analytical engine', terms: true },
  })

  const job = await collector.span(({ name }) => name === 'job mail')
  const mail = await collector.span(({ name }) => name === 'mail')
  assert.equal(job.parentId, '')
  assert.equal(mail.parentId, job.spanId)
  assert.doesNotMatch(JSON.stringify(collector.spans), /ada@example|analytical/)
})

test('metrics of requests, queries and the process arrive; a stop exports what waits', async (t) => {
  const { collector, server, browser } = await tracedServer(t, { OTEL_BSP_SCHEDULE_DELAY: '60000' })
  await browser.request('/login')
  assert.deepEqual(collector.spans, [])

  server.child.kill('SIGTERM')
  await server.waitForExit()

  await collector.span(({ name }) => name === 'GET /login')
  for (const name of ['http.server.request.duration', 'db.client.operation.duration'])
    assert.ok(collector.metrics.has(name), name)
  for (const name of ['nodejs.eventloop.delay.p99', 'process.memory.usage', 'foyer.jobs'])
    assert.ok(collector.metrics.has(name), name)
})
