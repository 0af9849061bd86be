import assert from 'node:assert/strict'
import { test } from 'node:test'

import { adaAtHome } from '#testing/people.ts'
import { product } from '#testing/product.ts'

test('a guest is sent from the dashboard to sign in (DSH-01)', async (t) => {
  const browser = (await product(t)).browser()

  assert.equal((await browser.visit('dashboard')).to, '/login')
  assert.equal((await browser.open('/dashboard')).to, '/login')
})

test('who is signed in and proved sees the dashboard (DSH-02)', async (t) => {
  const { laptop } = await adaAtHome(t)

  const { status, page } = await laptop.visit('dashboard')

  assert.deepEqual([status, page.component], [200, 'Dashboard'])
  assert.equal((await laptop.open('/dashboard')).status, 200)
})

test('the front page is there, for guests and for who is signed in (DSH-03)', async (t) => {
  const { foyer, laptop } = await adaAtHome(t)

  for (const browser of [foyer.browser(), laptop]) {
    const { status, page } = await browser.visit('home')
    assert.deepEqual([status, page.component], [200, 'Welcome'])
    assert.match((await browser.open('/')).text, /<h1/)
  }
})
