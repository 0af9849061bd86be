import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gunzipSync } from 'node:zlib'

import { ada, signedInAda } from '#testing/signed-in-accounts.ts'
import { createTestApp } from '#testing/test-app.ts'
import type { TestBrowser } from '#testing/test-browser.ts'

const gzip = { 'accept-encoding': 'gzip, deflate, br' }
const guestPages = ['/', '/login', '/register', '/forgot-password', '/terms-of-service']

const encodingOf = async (
  browser: TestBrowser,
  path: string,
  headers: Record<string, string> = {},
) =>
  (await browser.request(path, { headers: { accept: 'text/html', ...gzip, ...headers } })).header(
    'content-encoding',
  )

test('documents for guests are compressed, and the same as uncompressed', async (t) => {
  const browser = (await createTestApp(t)).browser()

  for (const path of guestPages) {
    const { raw } = await browser.request(path, { headers: { accept: 'text/html', ...gzip } })
    const plain = await browser.open(path)
    const text = gunzipSync(raw.rawPayload).toString()

    const withoutNonce = (document: string) => document.replaceAll(/nonce="[^"]*"/g, '')
    assert.equal(withoutNonce(text), withoutNonce(plain.text))
    assert.equal(raw.headers['content-length'], String(raw.rawPayload.length))
    assert.ok(raw.rawPayload.length < text.length / 2)
    for (const { headers } of [raw, plain.raw])
      assert.match(String(headers['vary']), /\bAccept-Encoding\b/)
    assert.equal(plain.header('content-encoding'), undefined)
  }
})

test('a client that refuses gzip gets none', async (t) => {
  const browser = (await createTestApp(t)).browser()

  for (const encoding of ['', 'br', 'identity', 'gzip;q=0', 'br, gzip; q=0.0', 'xgzip'])
    assert.equal(await encodingOf(browser, '/login', { 'accept-encoding': encoding }), undefined)
})

test('a response with a secret or with text of the request is not compressed (INR-17)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const [failed, waiting, stranger] = [foyer.browser(), foyer.browser(), foyer.browser()]
  await failed.visit('login.store', { email: ada.email, password: 'not this one' })
  await waiting.visit('register.store', { ...ada, terms: true, email: 'new@example.com' })

  for (const path of ['/dashboard', '/user/profile', '/terms-of-service', '/'])
    assert.equal(await encodingOf(laptop, path), undefined, `signed in: ${path}`)
  assert.equal(await encodingOf(failed, '/login'), undefined, 'with what was typed')
  for (const path of ['/email/verify', '/terms-of-service', '/'])
    assert.equal(await encodingOf(waiting, path), undefined, `with an own channel: ${path}`)
  for (const path of ['/login?guess=1', '/?guess=1', '/guess', '/email/verify/guess'])
    assert.equal(await encodingOf(stranger, path), undefined, `with text of the request: ${path}`)
  const visit = await stranger.visitPath('/login', { headers: gzip })
  assert.equal(visit.header('content-encoding'), undefined)
})

test('nothing in the headers of a request appears in a compressed document (INR-17)', async (t) => {
  const browser = (await createTestApp(t)).browser()
  const guess = 'guess5309'
  const names = [
    'accept-language',
    'referer',
    'user-agent',
    'cookie',
    'x-inertia-version',
    'origin',
  ]
  const values = { cookie: `theme=${guess}; locale=${guess}; XSRF-TOKEN=${guess}` }

  const { raw } = await browser.request('/login', {
    headers: {
      accept: 'text/html',
      ...Object.fromEntries(names.map((name) => [name, guess])),
      ...values,
      ...gzip,
    },
  })

  assert.equal(raw.headers['content-encoding'], 'gzip')
  assert.ok(!gunzipSync(raw.rawPayload).includes(guess))
})
