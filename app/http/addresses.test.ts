import assert from 'node:assert/strict'
import { test } from 'node:test'

import type { Answer } from '#testing/browser.ts'
import { ada, adaAtHome } from '#testing/people.ts'
import { product } from '#testing/product.ts'

const { email, password } = ada

test('a page says its own address, whatever was asked for (INR-04)', async (t) => {
  const browser = (await product(t)).browser()
  const urlOf = async (path: string) => (await browser.send(path)).page.url

  assert.equal(await urlOf('/login?a=1&b=%2F'), '/login?a=1&b=%2F')
  assert.equal(await urlOf('http://evil.example/login'), '/login')
  assert.equal(await urlOf('/login?next=//evil.example'), '/login?next=//evil.example')
  assert.ok((await browser.send(`/login?a=${'x'.repeat(9000)}`)).status < 500)
})

const elsewhere = [
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

const names = [
  'redirect',
  'redirect_to',
  'next',
  'url',
  'return',
  'returnTo',
  'intended',
  'continue',
]

function leavesUs({ to }: Answer): boolean {
  return to !== undefined && !/^\/(?![/\\])/.test(to)
}

test('no parameter, and no page one came from, leads to another site (RED-01, RED-02)', async (t) => {
  const { foyer, laptop } = await adaAtHome(t)
  const answers: Answer[] = []

  for (const target of elsewhere) {
    const query = new URLSearchParams(names.map((name) => [name, target])).toString()
    const form = Object.fromEntries(names.map((name) => [name, target]))
    const referer = encodeURI(target)
    const guest = foyer.browser()
    answers.push(
      await guest.send(`/dashboard?${query}`, { headers: { referer } }),
      await guest.send(`/login?${query}`, {
        method: 'POST',
        body: { ...form, email, password: '' },
        headers: { referer },
      }),
      await laptop.send(`/login?${query}`, { headers: { referer } }),
      await laptop.send(`/email/verify?${query}`, { headers: { referer } }),
      await laptop.send(`/user/confirm-password?${query}`, {
        method: 'POST',
        body: { ...form, password: '' },
        headers: { referer },
      }),
      await laptop.send(`/user/profile-information?${query}`, {
        method: 'PUT',
        body: { ...form, name: '' },
        headers: { referer },
      }),
    )
  }
  const guest = foyer.browser()
  const asked = new URLSearchParams(elsewhere.map((target) => ['next', target])).toString()
  await guest.open(`/dashboard?${asked}`)
  answers.push(await guest.visit('login.store', { email, password }))
  answers.push(
    await laptop.send(`/logout?${asked}`, {
      method: 'POST',
      body: { redirect: 'https://evil.example' },
      headers: { referer: 'https://evil.example/' },
    }),
  )

  assert.ok(answers.filter(({ to }) => to !== undefined).length > 150)
  assert.deepEqual(
    answers.filter(leavesUs).map(({ to }) => to),
    [],
  )
  assert.ok(answers.every(({ status }) => status < 500))
})

test('confirming leads back to a page of ours, whatever the address it was asked on looks like (RED-02)', async (t) => {
  const { foyer, laptop } = await adaAtHome(t)
  const origin = foyer.config.origin
  const backFrom = async (referer: string) => {
    await laptop.send('/user/email-change', {
      method: 'POST',
      body: { email: 'other@example.com' },
      headers: { referer },
    })
    const { to } = await laptop.visit('password.confirm.store', { password })
    await laptop.visit('password.confirmation.destroy')
    return to
  }

  assert.equal(await backFrom(`${origin}/user/profile?tab=1`), '/user/profile?tab=1')
  assert.equal(await backFrom(`${origin}//evil.example/x`), '/evil.example/x')
  assert.equal(await backFrom(`${origin}/\\evil.example/x`), '/evil.example/x')
  assert.equal(await backFrom('https://evil.example/x'), '/dashboard')
})

test('no disguise of an address makes a private page one that may be kept (CACHE-01)', async (t) => {
  const { laptop } = await adaAtHome(t)
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
    const { status, response } = await laptop.open(path)
    const kept = String(response.headers['cache-control'] ?? 'no-store')
    assert.match(kept, /no-store|no-cache/, path)
    assert.ok([200, 400, 404].includes(status), path)
    if (status === 200) assert.match(kept, /no-store/, path)
  }
})

/** But for how far the channels have come: that goes on by itself. */
function wholePage({ page }: Answer): string {
  return JSON.stringify(page, (name, value) => (name === 'place' ? null : value))
}

test('headers that proxies use change nothing (CACHE-02)', async (t) => {
  const { foyer, laptop } = await adaAtHome(t)
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
  const plain = await laptop.send('/user/profile')
  const dressed = await laptop.send('/user/profile', { headers })
  const guest = await foyer.browser().send('/dashboard', { headers })

  assert.equal(wholePage(dressed), wholePage(plain))
  assert.equal(guest.to, '/login')
  assert.equal((await laptop.raw('/metrics', { headers })).status, 404)
  assert.doesNotMatch(
    JSON.stringify([dressed.response.headers, guest.response.headers]),
    /evil|gopher/,
  )
})

test('files named by their content are kept for ever, all else is not (CACHE-03)', async (t) => {
  const { laptop } = await adaAtHome(t)
  const { text } = await laptop.open('/dashboard')
  const files = [...text.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(
    ([, path]) => path ?? '',
  )
  const keeps = async (path: string) => (await laptop.open(path)).header('cache-control') ?? ''

  assert.ok(files.length > 3)
  for (const path of files) {
    assert.match(path, /-[\w-]{8}\.\w+$/)
    assert.equal(await keeps(path), 'public, max-age=31536000, immutable')
  }
  for (const path of [
    '/',
    '/login',
    '/dashboard',
    '/terms-of-service',
    '/assets/none.js',
    '/nowhere',
  ]) {
    assert.doesNotMatch(await keeps(path), /immutable|public|max-age=[1-9]/, path)
  }
})

test('files and JSON stay what they are when a page asks for them (INR-08)', async (t) => {
  const { laptop } = await adaAtHome(t)
  const file = /src="(\/assets\/[^"]+\.js)"/.exec((await laptop.open('/login?')).text)?.[1]
  const typeOf = async (path: string) => {
    const { response } = await laptop.raw(path, { headers: { 'x-inertia': 'true' } })
    return [response.statusCode, response.headers['content-type']]
  }
  const json = 'application/json; charset=utf-8'

  assert.deepEqual(await typeOf('/up'), [200, 'text/plain; charset=utf-8'])
  assert.deepEqual(await typeOf('/api/openapi.json'), [200, json])
  assert.deepEqual(await typeOf('/api/user'), [401, json])
  if (file) assert.match(String((await typeOf(file))[1]), /javascript/)

  const page = await laptop.raw('/dashboard', { headers: { 'x-inertia': 'true' } })
  assert.match(page.header('vary') ?? '', /X-Inertia/)
  assert.notEqual(page.status, 200)
})

test('of the project, nothing is served but what the browser needs (CFG-03)', async (t) => {
  const browser = (await product(t)).browser()
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
    '/app/main.ts',
    '/dist/ssr/ssr.js',
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
