import assert from 'node:assert/strict'
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'

import { HttpClient } from '#testing/http-client.ts'
import { ada } from '#testing/signed-in-accounts.ts'
import { spawnServer } from '#testing/spawn-server.ts'

test('no password, cookie, token or link appears in the database or the log', async (t) => {
  const foyer = await spawnServer(t, { LOG_LEVEL: 'trace' })
  const browser = new HttpClient(foyer.origin)
  await browser.request('/register')
  await browser.request('/register', { method: 'POST', body: { ...ada, terms: true } })
  const link = await browser.linkInMail()
  await browser.request(link)
  await browser.request(link, { method: 'POST', body: {} })
  await browser.request('/dashboard')
  const stranger = new HttpClient(foyer.origin)
  await stranger.request('/login')
  const wrongPassword = { email: ada.email, password: 'wr0ng-canary' }
  await stranger.request('/login', { method: 'POST', body: wrongPassword })
  await stranger.request('/login')

  const written = foyer.output() + (await filesIn(foyer.storageDir, /sqlite/))
  const secrets = [
    ada.password,
    'wr0ng-canary',
    link.split('/').at(-1) ?? '',
    browser.cookies.get('foyer') ?? '',
    browser.cookies.get('XSRF-TOKEN') ?? '',
  ]

  assert.ok(secrets.every((secret) => secret.length > 8))
  assert.ok(written.includes('login.store') && written.includes(ada.email))
  assert.deepEqual(
    secrets.filter((secret) => written.includes(secret)),
    [],
  )
})

async function filesIn(folder: string, names: RegExp): Promise<string> {
  const files = (await readdir(folder)).filter((name) => names.test(name))
  const contents = await Promise.all(files.map((name) => readFile(join(folder, name), 'latin1')))
  return contents.join('')
}
