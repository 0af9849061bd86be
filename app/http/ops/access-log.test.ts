import assert from 'node:assert/strict'
import { test } from 'node:test'

import { HttpClient } from '#testing/http-client.ts'
import { ada } from '#testing/signed-in-accounts.ts'
import { logLines, spawnServer } from '#testing/spawn-server.ts'

test('every rejection is logged with its reason, including redirects (16.2.1, 16.3.1, 16.3.2, 16.3.3)', async (t) => {
  const { origin, output, child, waitForExit } = await spawnServer(t)
  const browser = new HttpClient(origin)
  const guess = { email: ada.email, password: 'not the password' }
  await browser.request('/login')

  const first = await browser.request('/dashboard')
  await browser.request('/login', { method: 'POST', body: guess })
  await fetch(`${origin}/login`, { method: 'POST', headers: { 'sec-fetch-site': 'cross-site' } })
  const last = await fetch(`${origin}/%ff`)
  child.kill('SIGTERM')
  await waitForExit()

  const rejections = logLines(output()).filter(({ refused }) => refused)
  assert.deepEqual(
    rejections.map(({ route, refused }) => [route, refused]),
    [
      ['dashboard', 'NotSignedIn'],
      ['login.store', 'ValidationError'],
      ['login.store', 'Forbidden'],
      [null, 'BadRequest'],
    ],
  )
  assert.ok(rejections.every(({ time, ip, level }) => time && ip && level === 30))
  assert.equal(rejections[0]?.['reqId'], first.headers.get('x-request-id'))
  assert.equal(rejections[3]?.['reqId'], last.headers.get('x-request-id'))
  assert.equal(new Set(rejections.map(({ reqId }) => reqId)).size, 4)
  assert.doesNotMatch(output(), /not the password/)
})
