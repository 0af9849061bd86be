import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'

import * as fc from 'fast-check'
import { fastify } from 'fastify'

import { Gone } from '#app/platform/errors.ts'
import { day, minute } from '#app/platform/lib/durations.ts'

import { createKeyring } from './keyring.ts'
import { signedUrl, verifySignedUrl } from './signed-url.ts'

const keys = createKeyring({ current: randomBytes(32), previous: [] })
const now = 1_800_000_000_000
const context = { keys, now }
const invoice = { purpose: 'invoice', userId: 'ada' }
const link = signedUrl(context, '/invoices/7?copy=yes', { ...invoice, expiresInMs: 7 * day })

function isValid(url: string, binding = invoice, at = { keys, now }): boolean {
  try {
    verifySignedUrl(at, url, binding)
    return true
  } catch (error) {
    assert.ok(error instanceof Gone)
    return false
  }
}

test('a signed link is valid until it expires', () => {
  assert.match(link, /^\/invoices\/7\?copy=yes&expires=1800604800000&signature=[\w-]{43}$/)
  assert.ok(isValid(link))
  assert.ok(isValid(link, invoice, { keys, now: now + 7 * day - 1 }))
  assert.ok(!isValid(link, invoice, { keys, now: now + 7 * day }))
})

test('a signed link with any character changed, added or removed is rejected', () => {
  const altered = [...link].flatMap((character, index) => [
    link.slice(0, index) + (character === 'x' ? 'y' : 'x') + link.slice(index + 1),
    link.slice(0, index) + link.slice(index + 1),
    `${link.slice(0, index)}x${link.slice(index)}`,
  ])

  assert.deepEqual(
    altered.filter((url) => isValid(url)),
    [],
  )
  const tricks = [
    link.replace('expires=', 'expires=9'),
    `${link}&copy=no`,
    link.replace('&signature', '&expires=9999999999999&signature'),
    link.replace('?copy=yes', '?copy=yes&copy=no'),
    link.replace('/invoices/7', '/invoices/%37'),
    link.replace(/&signature=.*/, ''),
    link.replace(/signature=.*/, 'signature='),
    `https://elsewhere.example${link}`,
    '',
  ]
  assert.deepEqual(
    tricks.filter((url) => isValid(url)),
    [],
  )
})

test('a signed link is valid for its purpose and account only', () => {
  assert.ok(!isValid(link, { ...invoice, purpose: 'contract' }))
  assert.ok(!isValid(link, { ...invoice, userId: 'eve' }))
  assert.throws(() => verifySignedUrl(context, link, { ...invoice, userId: null }), Gone)
})

test('a signed link survives a key rotation, until the old key is deleted', () => {
  const [oldKey, newKey] = [randomBytes(32), randomBytes(32)]
  const before = createKeyring({ current: oldKey, previous: [] })
  const old = signedUrl({ keys: before, now }, '/x', { ...invoice, expiresInMs: minute })

  assert.ok(
    isValid(old, invoice, { keys: createKeyring({ current: newKey, previous: [oldKey] }), now }),
  )
  assert.ok(!isValid(old, invoice, { keys: createKeyring({ current: newKey, previous: [] }), now }))
})

test('a signed link to any path arrives as it was signed', async () => {
  const app = fastify()
  app.get('/*', (request, reply) => {
    verifySignedUrl(context, request.url, invoice)
    return reply.send('open')
  })
  const anyPath = fc.tuple(fc.string({ unit: 'grapheme' }), fc.webQueryParameters())
  const addresses = anyPath.map(([name, query]) => `/${encodeURIComponent(name)}?${query}`)

  await fc.assert(
    fc.asyncProperty(addresses, async (path) => {
      const url = signedUrl(context, path, { ...invoice, expiresInMs: minute })
      // A browser parses the link before it sends it.
      const { pathname, search } = new URL(url, 'https://id.example.com')
      assert.equal((await app.inject(`${pathname}${search}`)).body, 'open')
      assert.equal((await app.inject(`${pathname}${search}x`)).statusCode, 410)
    }),
    { numRuns: 200 },
  )
  await app.close()
})
