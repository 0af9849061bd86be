import assert from 'node:assert/strict'
import { test } from 'node:test'

import { ada, signedInAda } from '#testing/signed-in-accounts.ts'
import { createTestApp } from '#testing/test-app.ts'
import type { TestResponse } from '#testing/test-browser.ts'

const { email, password } = ada

test('the url of a page object is always a path of our own (INR-04)', async (t) => {
  const browser = (await createTestApp(t)).browser()
  const urlOf = async (path: string) => (await browser.visitPath(path)).page.url

  assert.equal(await urlOf('/login?a=1&b=%2F'), '/login?a=1&b=%2F')
  assert.equal(await urlOf('http://evil.example/login'), '/login')
  assert.equal(await urlOf('/login?next=//evil.example'), '/login?next=//evil.example')
  assert.ok((await browser.visitPath(`/login?a=${'x'.repeat(9000)}`)).status < 500)
})

const foreignUrls = [
  'https://evil.example',
  '//evil.example',
  '///evil.example',
  '////evil.example/%2e%2e',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/%09/evil.example',
  '/%2f/evil.example',
  '/%5cevil.example',
  'https:evil.example',
  'https:/evil.example',
  'https:\\\\evil.example',
  'http://localhost:3000@evil.example',
  'http://localhost:3000.evil.example',
  'http://evil.example#localhost:3000',
  'http://evil.example?localhost:3000',
  'http://evil.example\\@localhost:3000',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java%0ascript:alert(1)',
  'data:text/html,x',
  'vbscript:x',
  '/login/..//evil.example',
  '/.evil.example',
  '@evil.example',
  '%68ttps://evil.example',
  'http://[::ffff:1.2.3.4]/',
  'http://0x7f000001/',
  '/dashboard\r\nlocation: https://evil.example',
]

const redirectParameters = [
  'redirect',
  'redirect_to',
  'next',
  'url',
  'return',
  'returnTo',
  'intended',
  'continue',
]

function leavesSite({ location }: TestResponse): boolean {
  return location !== undefined && !/^\/(?![/\\])/.test(location)
}

test('no parameter or Referer redirects to another site (RED-01, RED-02)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const answers: TestResponse[] = []

  for (const target of foreignUrls) {
    const query = new URLSearchParams(redirectParameters.map((name) => [name, target])).toString()
    const form = Object.fromEntries(redirectParameters.map((name) => [name, target]))
    const referer = encodeURI(target)
    const guest = foyer.browser()
    answers.push(
      await guest.visitPath(`/dashboard?${query}`, { headers: { referer } }),
      await guest.visitPath(`/login?${query}`, {
        method: 'POST',
        body: { ...form, email, password: '' },
        headers: { referer },
      }),
      await laptop.visitPath(`/login?${query}`, { headers: { referer } }),
      await laptop.visitPath(`/email/verify?${query}`, { headers: { referer } }),
      await laptop.visitPath(`/user/confirm-password?${query}`, {
        method: 'POST',
        body: { ...form, password: '' },
        headers: { referer },
      }),
      await laptop.visitPath(`/user/profile-information?${query}`, {
        method: 'PUT',
        body: { ...form, name: '' },
        headers: { referer },
      }),
    )
  }
  const guest = foyer.browser()
  const query = new URLSearchParams(foreignUrls.map((target) => ['next', target])).toString()
  await guest.open(`/dashboard?${query}`)
  answers.push(await guest.visit('login.store', { email, password }))
  answers.push(
    await laptop.visitPath(`/logout?${query}`, {
      method: 'POST',
      body: { redirect: 'https://evil.example' },
      headers: { referer: 'https://evil.example/' },
    }),
  )

  assert.ok(answers.filter(({ location }) => location !== undefined).length > 150)
  assert.deepEqual(
    answers.filter(leavesSite).map(({ location }) => location),
    [],
  )
  assert.ok(answers.every(({ status }) => status < 500))
})

test('confirming redirects back to our own pages only (RED-02)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const origin = foyer.config.origin
  const backFrom = async (referer: string) => {
    await laptop.visitPath('/user/email-change', {
      method: 'POST',
      body: { email: 'other@example.com' },
      headers: { referer },
    })
    const { location } = await laptop.visit('password.confirm.store', { password })
    await laptop.visit('password.confirmation.destroy')
    return location
  }

  assert.equal(await backFrom(`${origin}/user/profile?tab=1`), '/user/profile?tab=1')
  assert.equal(await backFrom(`${origin}//evil.example/x`), '/evil.example/x')
  assert.equal(await backFrom(`${origin}/\\evil.example/x`), '/evil.example/x')
  assert.equal(await backFrom('https://evil.example/x'), '/dashboard')
})

test('no spelling of a URL makes a private page cacheable (CACHE-01)', async (t) => {
  const { laptop } = await signedInAda(t)
  const disguises = [
    '/a.css',
    '%2fa.js',
    ';a.css',
    '?x.css',
    '/..%2fassets%2fa.js',
    '%3fa.css',
    '.js',
  ]
  const paths = ['/dashboard', '/user/profile'].flatMap((page) =>
    disguises.map((disguise) => `${page}${disguise}`),
  )

  for (const path of [...paths, '/assets/..%2fdashboard', '/assets/%2e%2e/dashboard']) {
    const { status, raw } = await laptop.open(path)
    const cacheControl = String(raw.headers['cache-control'] ?? 'no-store')
    assert.match(cacheControl, /no-store|no-cache/, path)
    assert.ok([200, 400, 404].includes(status), path)
    if (status === 200) assert.match(cacheControl, /no-store/, path)
  }
})

/** The page object without the stream position, which keeps advancing. */
function pageJson({ page }: TestResponse): string {
  return JSON.stringify(page, (name, value) => (name === 'position' ? null : value))
}

test('headers of untrusted proxies change nothing (CACHE-02)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const headers = {
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'gopher',
    'x-forwarded-port': '1',
    'x-forwarded-prefix': '/evil.example',
    'x-original-url': '/metrics',
    'x-rewrite-url': '/metrics',
    forwarded: 'for=127.0.0.1;host=evil.example;proto=gopher',
    'x-forwarded-for': '127.0.0.1',
    'x-real-ip': '127.0.0.1',
    'x-host': 'evil.example',
  }

  await laptop.visit('dashboard')
  const plain = await laptop.visitPath('/user/profile')
  const withHeaders = await laptop.visitPath('/user/profile', { headers })
  const guest = await foyer.browser().visitPath('/dashboard', { headers })

  assert.equal(pageJson(withHeaders), pageJson(plain))
  assert.equal(guest.location, '/login')
  assert.equal((await laptop.request('/metrics', { headers })).status, 404)
  assert.doesNotMatch(JSON.stringify([withHeaders.raw.headers, guest.raw.headers]), /evil|gopher/)
})

test('only files with a content hash are cached forever (CACHE-03)', async (t) => {
  const { laptop } = await signedInAda(t)
  const { text } = await laptop.open('/dashboard')
  const files = [...text.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(
    ([, path]) => path ?? '',
  )
  const cacheControlOf = async (path: string) =>
    (await laptop.open(path)).header('cache-control') ?? ''

  assert.ok(files.length > 3)
  for (const path of files) {
    assert.match(path, /-[\w-]{8}\.\w+$/)
    assert.equal(await cacheControlOf(path), 'public, max-age=31536000, immutable')
  }
  for (const path of [
    '/',
    '/login',
    '/dashboard',
    '/terms-of-service',
    '/assets/none.js',
    '/nowhere',
  ]) {
    assert.doesNotMatch(await cacheControlOf(path), /immutable|public|max-age=[1-9]/, path)
  }
})

test('files and JSON are not turned into pages by an Inertia request (INR-08)', async (t) => {
  const { laptop } = await signedInAda(t)
  const file = /src="(\/assets\/[^"]+\.js)"/.exec((await laptop.open('/login?')).text)?.[1]
  const typeOf = async (path: string) => {
    const { raw } = await laptop.request(path, { headers: { 'x-inertia': 'true' } })
    return [raw.statusCode, raw.headers['content-type']]
  }
  const json = 'application/json; charset=utf-8'

  assert.deepEqual(await typeOf('/up'), [200, 'text/plain; charset=utf-8'])
  assert.deepEqual(await typeOf('/.well-known/passkey-endpoints'), [200, json])
  if (file) assert.match(String((await typeOf(file))[1]), /javascript/)

  const page = await laptop.request('/dashboard', { headers: { 'x-inertia': 'true' } })
  assert.match(page.header('vary') ?? '', /X-Inertia/)
  assert.notEqual(page.status, 200)
})

test('sources, settings and storage are not served (CFG-03)', async (t) => {
  const browser = (await createTestApp(t)).browser()
  const paths = [
    '/.env',
    '/.git/HEAD',
    '/.git/config',
    '/package.json',
    '/package-lock.json',
    '/node_modules/fastify/package.json',
    '/storage/app.key',
    '/storage/foyer.sqlite',
    '/metrics',
    '/debug',
    '/app/server/main.ts',
    '/dist/ssr/ssr.js',
    '/dist/server/main.js',
    '/assets/',
    '/assets/.vite/manifest.json',
    '/assets/../.vite/manifest.json',
    '/assets/%2e%2e/.vite/manifest.json',
    '/assets/..%2f..%2fssr/ssr.js',
    '/mailbox',
  ]
  const files = [...(await browser.open('/login')).text.matchAll(/"(\/assets\/[^"]+\.js)"/g)]

  for (const path of [...paths, ...files.map(([, file]) => `${file}.map`)]) {
    assert.ok([400, 403, 404].includes((await browser.open(path)).status), path)
  }
})
