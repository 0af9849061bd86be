import assert from 'node:assert/strict'
import { lookup } from 'node:dns/promises'
import { test } from 'node:test'

import { startDnsServer } from '#testing/dns-server.ts'

import { postWebhook } from './post-webhook.ts'
import { resolveHost } from './resolve-host.ts'

test('a name is resolved by the name servers, and one without an address is not', async (t) => {
  const dns = await startDnsServer(t)
  dns.addresses.set('hooks.example', '203.0.114.7')
  const found = await resolveHost('hooks.example', [dns.address])

  assert.deepEqual(found, [{ address: '203.0.114.7', family: 4 }])
  await assert.rejects(resolveHost('nowhere.example', [dns.address]), { code: 'ENOTFOUND' })
})

test('a private address from a name server is not connected to (WHK-03)', async (t) => {
  const dns = await startDnsServer(t)
  dns.addresses.set('inside.example', '127.0.0.1')
  const outcome = await postWebhook('https://inside.example/', {}, '{}', {
    allowsPrivate: false,
    lookup: (host) => resolveHost(host, [dns.address]),
  })

  assert.deepEqual(outcome, { error: "The host doesn't have a public IP address." })
})

test('endpoints at a silent name server delay no other lookup of the process (WHK-09)', async (t) => {
  const dns = await startDnsServer(t)
  dns.isSilent = true
  const posts = Array.from({ length: 50 }, (_, index) =>
    postWebhook(`https://silent-${index}.example/`, {}, '{}', {
      allowsPrivate: false,
      timeoutMs: 5000,
      lookup: (host) => resolveHost(host, [dns.address]),
    }),
  )
  while (dns.questions < 100) await new Promise(setImmediate)
  let isOver = false
  void Promise.race(posts).then(() => (isOver = true))
  await lookup('localhost')

  assert.equal(isOver, false)
  for (const outcome of await Promise.all(posts))
    assert.deepEqual(outcome, { error: "The endpoint didn't respond in time." })
})
