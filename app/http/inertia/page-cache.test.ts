import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'

import type { App } from '#app/http/server/app-type.ts'
import { ada, newlyRegisteredAda, signedInAda } from '#testing/signed-in-accounts.ts'
import { type TestApp, buildTestApp } from '#testing/test-app.ts'
import { minutes } from '#testing/test-clock.ts'

test('a guest page is rendered once a minute', async (t) => {
  const foyer = await buildTestApp(t)
  const renderCount = countRenders(t, foyer.app)

  const first = await foyer.browser().open('/login')
  const second = await foyer.browser().open('/login')
  assert.equal(renderCount(), 1)
  assert.equal(body(second.text), body(first.text))
  assert.match(second.text, />Sign in</)

  foyer.clock.advance(1 * minutes + 1)
  await foyer.browser().open('/login')
  assert.equal(renderCount(), 2)
})

test('a cached page is served with a new nonce and CSRF token', async (t) => {
  const foyer = await buildTestApp(t)
  const [one, other] = [foyer.browser(), foyer.browser()]

  const answers = [await one.open('/login'), await other.open('/login')]

  const nonces = answers.map(({ text }) => /nonce="([^"]+)"/.exec(text)?.[1] ?? '')
  assert.notEqual(nonces[0], nonces[1])
  for (const [index, answer] of answers.entries()) {
    assert.ok(answer.header('content-security-policy')?.includes(`'nonce-${nonces[index]}'`))
    assert.ok(!body(answer.text).includes(nonces[index] ?? ''))
  }
  assert.ok(one.cookies.get('XSRF-TOKEN'))
  assert.notEqual(one.cookies.get('XSRF-TOKEN'), other.cookies.get('XSRF-TOKEN'))
})

test('theme, language and an ended session are cached separately', async (t) => {
  const foyer = await buildTestApp(t)
  const bodyFor = async (headers: Record<string, string>) => body((await get(foyer, headers)).body)
  const variants = [
    {},
    { cookie: 'theme=dark' },
    { 'accept-language': 'de' },
    { cookie: 'foyer=ended' },
  ]

  const forward = []
  for (const headers of variants) forward.push(await bodyFor(headers))
  foyer.clock.advance(1 * minutes + 1)
  const backward = []
  for (const headers of variants.toReversed()) backward.unshift(await bodyFor(headers))

  assert.equal(new Set(forward).size, variants.length)
  assert.deepEqual(backward, forward)
})

test('a page with flash data or old input is not cached', async (t) => {
  const { foyer } = await newlyRegisteredAda(t)
  const renderCount = countRenders(t, foyer.app)
  const failSignIn = async () => {
    const guest = foyer.browser()
    await guest.visit('login.store', { email: ada.email, password: 'not this one' })
    return guest.open('/login')
  }

  assert.match((await failSignIn()).text, /email and password don/)
  assert.match((await failSignIn()).text, /email and password don/)
  assert.equal(renderCount(), 2)
  assert.doesNotMatch((await foyer.browser().open('/login')).text, /email and password don/)
})

test('a page with the address of a pending registration is not cached', async (t) => {
  const foyer = await buildTestApp(t)
  const guest = foyer.browser()
  await guest.visit('register.store', { ...ada, terms: true })
  const renderCount = countRenders(t, foyer.app)

  assert.match((await guest.open('/email/verify')).text, /ada@example\.com/)
  await guest.open('/email/verify')

  assert.equal(renderCount(), 2)
})

test('pages of a signed-in user are never cached', async (t) => {
  const { foyer, laptop } = await signedInAda(t, buildTestApp)
  const renderCount = countRenders(t, foyer.app)

  for (const path of ['/dashboard', '/terms-of-service']) {
    await laptop.open(path)
    await laptop.open(path)
  }

  assert.equal(renderCount(), 4)
})

test('a URL with a query is not cached', async (t) => {
  const foyer = await buildTestApp(t)
  const renderCount = countRenders(t, foyer.app)

  await foyer.browser().open('/login?for=ada')
  await foyer.browser().open('/login?for=ada')

  assert.equal(renderCount(), 2)
})

test('error pages do not evict cached pages', async (t) => {
  const foyer = await buildTestApp(t)
  await foyer.browser().open('/login')
  const renderCount = countRenders(t, foyer.app)

  const attacks = Array.from({ length: 150 }, () =>
    foyer.app.inject({
      method: 'POST',
      url: '/login',
      headers: { 'sec-fetch-site': 'cross-site' },
    }),
  )
  await Promise.all(attacks)
  assert.ok(renderCount() >= 150)
  const before = renderCount()
  await foyer.browser().open('/login')

  assert.equal(renderCount(), before)
})

test('a failed render is not cached', async (t) => {
  const foyer = await buildTestApp(t)
  const { mock } = t.mock.method(foyer.app.assets, 'render')
  mock.mockImplementationOnce(() => {
    throw new Error('render failed')
  })

  const broken = await foyer.browser().open('/login')
  const whole = await foyer.browser().open('/login')

  assert.doesNotMatch(broken.text, /data-server-rendered/)
  assert.match(whole.text, /data-server-rendered/)
})

test('nothing is cached in development', async (t) => {
  const foyer = await buildTestApp(t)
  const { assets } = foyer.app
  const renderCount = countRenders(t, foyer.app)
  assets.isBuilt = false
  t.after(() => void (assets.isBuilt = true))

  await foyer.browser().open('/login')
  await foyer.browser().open('/login')

  assert.equal(renderCount(), 2)
})

function get(foyer: TestApp, headers: Record<string, string>) {
  const { host } = foyer.config.appUrl
  return foyer.app.inject({ url: '/login', headers: { host, ...headers } })
}

function countRenders(t: TestContext, { assets }: App): () => number {
  const { mock } = t.mock.method(assets, 'render')
  return () => mock.callCount()
}

function body(html: string): string {
  return html.slice(html.indexOf('<body>'))
}
