import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { test, type TestContext } from 'node:test'

import { buildServer } from '#scripts/build-server.ts'
import { HttpClient } from '#testing/http-client.ts'
import { startOtlpReceiver } from '#testing/otlp-receiver.ts'
import { logLines, spawnServer } from '#testing/spawn-server.ts'
import { createEmptyDatabase, testDialect } from '#testing/test-database.ts'

import { telemetryPackages } from './telemetry.ts'

const root = join(import.meta.dirname, '../../..')
const databaseSystem = testDialect === 'sqlite' ? 'sqlite' : 'postgresql'

async function tracedServer(t: TestContext, variables: Record<string, string> = {}) {
  const collector = await startOtlpReceiver(t)
  const server = await spawnServer(t, {
    DATABASE_URL: await createEmptyDatabase(t),
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_COMPRESSION: 'gzip',
    OTEL_SERVICE_NAME: 'accounts',
    OTEL_BSP_SCHEDULE_DELAY: '100',
    OTEL_METRIC_EXPORT_INTERVAL: '300',
    ...variables,
  })
  return { collector, server, browser: new HttpClient(server.origin) }
}

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

test('a rendered page is a span of its request', async (t) => {
  const { collector, browser } = await tracedServer(t)

  await browser.request('/login')

  const request = await collector.span(({ name }) => name === 'GET /login')
  const render = await collector.span(({ name }) => name === 'render')
  assert.equal(render.parentId, request.spanId)
  assert.equal(render.attributes['foyer.page'], 'Auth/Login')
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

test('a caller is believed to continue a trace only if a trusted proxy passes it on', async (t) => {
  const { collector, browser } = await tracedServer(t, { TRUST_PROXY: '127.0.0.1' })
  const traceparent = `00-${'ab'.repeat(16)}-${'cd'.repeat(8)}-01`

  await browser.request('/terms-of-service', { headers: { traceparent } })
  await browser.request('/login', {
    headers: { traceparent, 'x-forwarded-for': '198.51.100.7' },
  })

  const direct = await collector.span(({ name }) => name === 'GET /terms-of-service')
  const forwarded = await collector.span(({ name }) => name === 'GET /login')
  assert.equal(direct.parentId, '')
  assert.equal(forwarded.traceId, 'ab'.repeat(16))
  assert.equal(forwarded.parentId, 'cd'.repeat(8))
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

test('a collector that does not answer is logged once, and delays nothing', async (t) => {
  const { server, browser } = await tracedServer(t, {
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1',
    OTEL_EXPORTER_OTLP_TIMEOUT: '500',
  })

  assert.equal((await browser.request('/login')).status, 200)
  server.child.kill('SIGTERM')

  assert.equal(await server.waitForExit(), 0)
  const warnings = logLines(server.output()).filter(({ msg }) => msg === 'telemetry not exported')
  assert.equal(warnings.length, 1)
})

test('an exporter that is none, and a disabled SDK, export nothing', async (t) => {
  const { collector, browser } = await tracedServer(t, {
    OTEL_TRACES_EXPORTER: 'none',
    OTEL_METRICS_EXPORTER: 'none',
  })
  const disabled = await tracedServer(t, { OTEL_SDK_DISABLED: 'true' })

  await browser.request('/login')
  await disabled.browser.request('/login')

  assert.deepEqual([...collector.metrics, ...disabled.collector.metrics], [])
  assert.deepEqual([...collector.spans, ...disabled.collector.spans], [])
})

test('an unknown exporter or protocol is reported in a sentence', async (t) => {
  const { server } = await tracedServer(t, {
    OTEL_TRACES_EXPORTER: 'zipkin',
    OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc',
  })

  assert.equal(await server.waitForExit(), 1)
  assert.match(
    server.output(),
    /^OTEL_TRACES_EXPORTER must be otlp or none.+\nOTEL_EXPORTER_OTLP_PROTOCOL must be http\/protobuf.+\n$/,
  )
})

test('without the packages, the start says which to install', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-installation-'))
  t.after(() => rm(folder, { recursive: true }))
  await buildServer('app/server/main.ts', join(folder, 'dist/server'))
  await mkdir(join(folder, 'node_modules/@opentelemetry'), { recursive: true })
  const packages = await readdir(join(root, 'node_modules'))
  const installed = packages.filter((name) => name !== '@opentelemetry')
  const paths = [...installed, '@opentelemetry/api'].map((name) => join('node_modules', name))
  for (const path of ['app', 'web', 'package.json', ...paths])
    await symlink(join(root, path), join(folder, path))

  const server = await spawnServer(
    t,
    { OTEL_TRACES_EXPORTER: 'otlp' },
    { script: relative(root, join(folder, 'dist/server/main.js')) },
  )

  assert.equal(await server.waitForExit(), 1)
  assert.match(
    server.output(),
    /^The OTEL_ variables .+ not installed.+\nnpm install --no-save .*sdk-trace-base@2.+\n$/,
  )
})

test('the versions to install are those that are tested', async () => {
  const { devDependencies } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))

  for (const [name, version] of Object.entries(telemetryPackages))
    assert.equal(devDependencies[name], version)
})
