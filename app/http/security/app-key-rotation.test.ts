import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test, type TestContext } from 'node:test'

import type { App } from '#app/http/server/app-type.ts'
import { createKeyring } from '#app/platform/crypto/keyring.ts'
import { buildApp } from '#app/server/build-app.ts'
import { ada, signedInAda, enableTwoFactor } from '#testing/signed-in-accounts.ts'
import type { TestApp } from '#testing/test-app.ts'
import { TestBrowser } from '#testing/test-browser.ts'
import { minutes } from '#testing/test-clock.ts'

const emptyPost = { method: 'POST', body: {} } as const
const { email, password } = ada

/** Restarts the app on the same database with a new key. */
async function restartWithNewKey(
  t: TestContext,
  { app }: TestApp,
  { keepsOldKey }: { keepsOldKey: boolean },
) {
  const { config, clock, database, limits, files, assets } = app
  const previous = keepsOldKey ? [config.appKeys.current] : []
  const keys = createKeyring({ current: randomBytes(32), previous })
  const restarted = await buildApp({ config, clock, database, limits, files, assets, keys })
  t.after(() => restarted.close())
  return restarted
}

function moveBrowserTo(app: App, browser: TestBrowser): TestBrowser {
  const moved = new TestBrowser(app, browser.ipAddress)
  for (const [name, value] of browser.cookies) moved.cookies.set(name, value)
  return moved
}

/** Ada with two-factor, a pending challenge on her phone and a reset link; Bob with a pending registration. */
async function openSessionsAndLinks(t: TestContext) {
  const { foyer, laptop } = await signedInAda(t)
  const { authenticator, recoveryCodes } = await enableTwoFactor(laptop)
  const [phone, bob] = [foyer.browser(), foyer.browser()]
  await phone.visit('login.store', { email, password })
  await bob.visit('register.store', { ...ada, email: 'bob@example.com', terms: true })
  const registration = await foyer.linkInMail()
  await foyer.browser().visit('password.email', { email })
  const [mail] = await foyer.mails()
  const reset = new URL(mail?.text.match(/http\S+\/reset-password\/\S+/)?.[0] ?? '').pathname
  foyer.clock.advance(minutes)
  return { foyer, laptop, phone, bob, registration, reset, authenticator, recoveryCodes }
}

test('sessions, codes, challenges and links survive a rotation that keeps the old key (CFG-02)', async (t) => {
  const { foyer, laptop, phone, bob, ...open } = await openSessionsAndLinks(t)

  const app = await restartWithNewKey(t, foyer, { keepsOldKey: true })

  assert.equal((await moveBrowserTo(app, laptop).visit('dashboard')).status, 200)
  const code = { code: open.authenticator.nextCode() }
  const answer = await moveBrowserTo(app, phone).visit('two-factor.login.store', code)
  assert.equal(answer.location, '/dashboard')
  assert.equal(
    (await moveBrowserTo(app, bob).visitPath(open.registration, emptyPost)).location,
    '/dashboard',
  )
  const { page } = await new TestBrowser(app).visitPath(open.reset)
  assert.equal(page.props['email'], email)
})

test('without the old key everything it encrypted becomes invalid, and nothing fails (CFG-02)', async (t) => {
  const { foyer, laptop, phone, bob, ...open } = await openSessionsAndLinks(t)

  const app = await restartWithNewKey(t, foyer, { keepsOldKey: false })
  const [movedPhone, movedBob] = [moveBrowserTo(app, phone), moveBrowserTo(app, bob)]
  const code = { code: open.authenticator.nextCode() }
  const send = { method: 'POST', body: code } as const
  const withOldToken = await movedPhone.json('/two-factor-challenge', send)
  await movedPhone.open('/login')
  const withNewToken = await movedPhone.json('/two-factor-challenge', send)
  const recovery_code = open.recoveryCodes[0]
  const recovered = await movedPhone.visit('two-factor.login.store', { recovery_code })
  const opened = await movedBob.visitPath(open.registration)
  await movedBob.open('/login')
  const registered = await movedBob.visitPath(open.registration, emptyPost)

  // The password hash is unreadable too, so the sign-in that awaits a code is over.
  assert.equal(withOldToken.status, 419)
  assert.equal(withNewToken.status, 401)
  assert.equal(recovered.location, '/login')
  assert.deepEqual([registered.status, opened.status], [410, 410])
  for (const page of ['/dashboard', '/user/profile', '/login', '/email/verify']) {
    for (const browser of [laptop, phone, bob]) {
      assert.ok((await moveBrowserTo(app, browser).open(page)).status < 400, page)
    }
  }
})
