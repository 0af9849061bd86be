import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { test } from 'node:test'

import { buildServer } from '#scripts/build-server.ts'
import { HttpClient } from '#testing/http-client.ts'
import { logLines, spawnServer } from '#testing/spawn-server.ts'
import { createEmptyDatabase } from '#testing/test-database.ts'
import { tracedServer } from '#testing/traced-server.ts'

import { telemetryPackages } from './telemetry.ts'

const root = join(import.meta.dirname, '../../..')

test('a rendered page is a span of its request', async (t) => {
  const { collector, browser } = await tracedServer(t)

  await browser.request('/login')

  const request = await collector.span(({ name }) => name === 'GET /login')
  const render = await collector.span(({ name }) => name === 'render')
  assert.equal(render.parentId, request.spanId)
  assert.equal(render.attributes['foyer.page'], 'Auth/Login')
})

test("a caller's trace is continued only behind a trusted proxy", async (t) => {
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

test('a telemetry collector that does not answer is logged once, and delays nothing', async (t) => {
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

test('with the exporter "none", or a disabled SDK, nothing is exported', async (t) => {
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

test('a server loads the packages of OpenTelemetry if a variable asks for them, otherwise none but the API of prom-client', async (t) => {
  const NODE_OPTIONS = `--import=${join(root, 'testing/report-telemetry-modules.ts')}`
  const plain = await spawnServer(t, { DATABASE_URL: await createEmptyDatabase(t), NODE_OPTIONS })
  const { server: traced, browser } = await tracedServer(t, { NODE_OPTIONS })
  await new HttpClient(plain.origin).request('/login')
  await browser.request('/login')
  for (const { child } of [plain, traced]) child.kill('SIGTERM')
  assert.deepEqual([await plain.waitForExit(), await traced.waitForExit()], [0, 0])

  const packages = Object.keys(telemetryPackages)
  assert.deepEqual(
    packages.filter((name) => loadedPackages(traced.output()).has(name)),
    packages,
  )
  // In a bundle it is part of a chunk, and not loaded as a package.
  const loaded = loadedPackages(plain.output())
  loaded.delete('@opentelemetry/api')
  assert.deepEqual([...loaded], [])
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

function loadedPackages(output: string): Set<string> {
  const lines = output.matchAll(/^loaded .+\/(@opentelemetry\/[\w-]+)\//gm)
  return new Set([...lines].map(([, name = '']) => name))
}
