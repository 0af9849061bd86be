import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test, type TestContext } from 'node:test'

import { buildApp } from '#app/build-app.ts'
import type { App } from '#app/http/app.ts'
import { keyring } from '#app/platform/keys.ts'
import { Browser } from '#testing/browser.ts'
import { ada, adaAtHome, turnOnTwoFactor } from '#testing/people.ts'
import type { Product } from '#testing/product.ts'
import { minutes } from '#testing/test-clock.ts'

const press = { method: 'POST', body: {} } as const
const { email, password } = ada

/** The same product, database and browsers, started again with another key. */
async function restarted(t: TestContext, { app }: Product, { knowsOld }: { knowsOld: boolean }) {
  const { config, clock, database, limits, assets } = app
  const previous = knowsOld ? [config.appKeys.current] : []
  const keys = keyring({ current: randomBytes(32), previous })
  const again = await buildApp({ config, clock, database, limits, assets, keys })
  t.after(() => again.close())
  return again
}

function brought(to: App, browser: Browser): Browser {
  const same = new Browser(to, browser.address)
  for (const [name, value] of browser.cookies) same.cookies.set(name, value)
  return same
}

/** Ada with two-factor, half way through signing in elsewhere, with a link to a new password; Bob, who waits for his account. */
async function allThatIsOpen(t: TestContext) {
  const { foyer, laptop } = await adaAtHome(t)
  const { authenticator, recoveryCodes } = await turnOnTwoFactor(laptop)
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

test('with the old key beside a new one nothing is lost: sessions, codes, challenges, links (CFG-02)', async (t) => {
  const { foyer, laptop, phone, bob, ...open } = await allThatIsOpen(t)

  const app = await restarted(t, foyer, { knowsOld: true })

  assert.equal((await brought(app, laptop).visit('dashboard')).status, 200)
  const code = { code: open.authenticator.code() }
  const answer = await brought(app, phone).visit('two-factor.login.store', code)
  assert.equal(answer.to, '/dashboard')
  assert.equal((await brought(app, bob).send(open.registration, press)).to, '/dashboard')
  const { page } = await new Browser(app).send(open.reset)
  assert.equal(page.props['email'], email)
})

test('with a new key alone whatever the old one sealed is void, and nothing fails (CFG-02)', async (t) => {
  const { foyer, laptop, phone, bob, ...open } = await allThatIsOpen(t)

  const app = await restarted(t, foyer, { knowsOld: false })
  const [here, there] = [brought(app, phone), brought(app, bob)]
  const code = { code: open.authenticator.code() }
  const send = { method: 'POST', body: code } as const
  const withOldToken = await here.json('/two-factor-challenge', send)
  await here.open('/two-factor-challenge')
  const coded = await here.json('/two-factor-challenge', send)
  const recovery_code = open.recoveryCodes[0]
  const recovered = await here.visit('two-factor.login.store', { recovery_code })
  const looked = await there.send(open.registration)
  await there.open('/login')
  const registered = await there.send(open.registration, press)

  assert.equal(withOldToken.status, 419)
  assert.equal(coded.status, 422)
  assert.equal(recovered.to, '/dashboard')
  assert.deepEqual([registered.status, looked.status], [410, 410])
  for (const page of ['/dashboard', '/user/profile', '/login', '/email/verify']) {
    for (const browser of [laptop, phone, bob]) {
      assert.ok((await brought(app, browser).open(page)).status < 400, page)
    }
  }
})
