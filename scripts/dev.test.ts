import assert from 'node:assert/strict'
import { test } from 'node:test'

import { freePort } from '#testing/free-port.ts'
import { spawnServer } from '#testing/spawn-server.ts'

test('the development server renders pages from their sources and serves those through Vite', async (t) => {
  const { origin, child, waitForExit } = await spawnServer(
    t,
    { PORT: String(await freePort()) },
    { script: 'scripts/dev.ts' },
  )

  const page = await fetch(`${origin}/login`)
  const script = await fetch(`${origin}/web/browser.tsx`)
  child.kill('SIGTERM')
  await waitForExit()

  assert.equal(page.status, 200)
  assert.match(await page.text(), /<h1[^>]*>Sign in/)
  assert.equal(script.status, 200)
  assert.match(await script.text(), /sourceMappingURL/)
})

test('with --with-provider it offers a provider with honest and hostile people', async (t) => {
  const { origin, child, waitForExit } = await spawnServer(
    t,
    { PORT: String(await freePort()) },
    { script: 'scripts/dev.ts', args: ['--with-provider'] },
  )

  const page = await fetch(`${origin}/login`)
  const start = await fetch(`${origin}/sign-in/example`, {
    headers: { 'sec-fetch-site': 'same-origin' },
    redirect: 'manual',
  })
  const choice = await fetch(start.headers.get('location') ?? '')
  const people = await choice.text()
  child.kill('SIGTERM')
  await waitForExit()

  assert.match(await page.text(), /Continue with <!-- -->Example|Continue with Example/)
  assert.match(people, /Ada Lovelace/)
  assert.match(people, /Mallory with a wrong nonce/)
  assert.match(people, /Mallory with a reused code/)
  assert.match(people, /Rosalind before a key rotation/)
})
