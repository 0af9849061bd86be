import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'

import type { App } from '#app/http/app.ts'
import { ada, adaAtHome } from '#testing/people.ts'
import { product } from '#testing/product.ts'
import { minutes } from '#testing/test-clock.ts'

test('a page that is the same for every guest is drawn once, and again after a minute', async (t) => {
  const foyer = await product(t)
  const drawn = drawings(t, foyer.app)

  const first = await foyer.browser().open('/login')
  const second = await foyer.browser().open('/login')
  assert.equal(drawn(), 1)
  assert.equal(body(second.text), body(first.text))
  assert.match(second.text, />Sign in</)

  foyer.clock.advance(minutes + 1)
  await foyer.browser().open('/login')
  assert.equal(drawn(), 2)
})

test('each language has a drawing of its own', async (t) => {
  const foyer = await product(t)
  const drawn = drawings(t, foyer.app)
  const { host } = foyer.config.appUrl
  const open = (language: string) =>
    foyer.app.inject({ url: '/login', headers: { host, 'accept-language': language } })

  await open('en')
  const { body: german } = await open('de')

  assert.equal(drawn(), 2)
  assert.match(german, />Anmelden</)
})

test('what one guest was told is shown to no other', async (t) => {
  const { foyer } = await adaAtHome(t)
  const mistaken = foyer.browser()
  await mistaken.open('/login')
  await mistaken.visit('login.store', { email: ada.email, password: 'not this one' })

  const told = await mistaken.open('/login')
  const other = await foyer.browser().open('/login')

  assert.match(told.text, /do not belong together/)
  assert.doesNotMatch(other.text, /do not belong together/)
})

test('an account’s page is drawn each time, and so is an address that carries something', async (t) => {
  const { foyer, laptop } = await adaAtHome(t)
  const drawn = drawings(t, foyer.app)

  await laptop.open('/dashboard')
  await laptop.open('/dashboard')
  assert.equal(drawn(), 2)

  const guest = foyer.browser()
  await guest.open('/login?for=ada')
  await guest.open('/login?for=ada')
  assert.equal(drawn(), 4)
})

function drawings(t: TestContext, { assets }: App): () => number {
  const { mock } = t.mock.method(assets, 'render')
  return () => mock.callCount()
}

function body(html: string): string {
  return html.slice(html.indexOf('<body>'))
}
