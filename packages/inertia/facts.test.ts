import assert from 'node:assert/strict'
import test from 'node:test'

import { Facts } from './core/facts.ts'

const visit = { 'x-inertia': 'true' }
const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'

function facts(headers: Record<string, string>, method = 'GET'): Facts {
  return new Facts(method, headers)
}

test("only the client's own header makes a visit", () => {
  assert.equal(facts(visit).isVisit, true)
  assert.equal(facts({ 'x-inertia': 'false' }).isVisit, false)
  assert.equal(facts({ 'x-requested-with': 'XMLHttpRequest' }).isVisit, false)
})

test('a prefetch is told by either header', () => {
  assert.equal(facts({ ...visit, purpose: 'prefetch' }).isPrefetch, true)
  assert.equal(facts({ 'sec-purpose': 'prefetch;prerender' }).isPrefetch, true)
  assert.equal(facts(visit).isPrefetch, false)
})

test('JSON is wanted where it is preferred, and never by a visit', () => {
  assert.equal(facts({ accept: 'application/json' }).wantsJson, true)
  assert.equal(facts({ accept: 'application/problem+json, text/html' }).wantsJson, true)
  assert.equal(facts({ accept: browser }).wantsJson, false)
  assert.equal(facts({ accept: '*/*' }).wantsJson, false)
  assert.equal(facts({ ...visit, accept: 'application/json' }).wantsJson, false)
  assert.equal(facts({}).wantsJson, false)
})

test('a navigation is what "back" and "where were you going" may remember', () => {
  const partial = { ...visit, 'x-inertia-partial-component': 'Home' }

  assert.equal(facts({ accept: browser, 'sec-fetch-dest': 'document' }).isNavigation, true)
  assert.equal(facts(visit).isNavigation, true)
  assert.equal(facts({ ...visit, purpose: 'prefetch' }).isNavigation, false)
  assert.equal(facts(partial).isNavigation, false)
  assert.equal(facts({ accept: 'application/json' }).isNavigation, false)
  assert.equal(facts({ precognition: 'true' }).isNavigation, false)
  assert.equal(facts({ 'sec-fetch-dest': 'image' }).isNavigation, false)
  assert.equal(facts({}, 'HEAD').isNavigation, false)
  assert.equal(facts({}, 'POST').isNavigation, false)
})

test('a background request is a partial reload that skips caches', () => {
  const reload = { ...visit, 'cache-control': 'no-cache' }

  assert.equal(facts({ ...reload, 'x-inertia-partial-component': 'Home' }).isBackground, true)
  assert.equal(facts(reload).isBackground, false)
  assert.equal(facts({ 'cache-control': 'no-cache' }).isBackground, false)
})

test('an error bag has a name a form would give it (INR-07)', () => {
  assert.equal(facts({ 'x-inertia-error-bag': 'updatePassword' }).errorBag, 'updatePassword')
  assert.equal(facts({ 'x-inertia-error-bag': '__proto__' }).errorBag, null)
  assert.equal(facts({ 'x-inertia-error-bag': '' }).errorBag, null)
})
