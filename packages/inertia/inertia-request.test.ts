import assert from 'node:assert/strict'
import test from 'node:test'

import { InertiaRequest } from './core/inertia-request.ts'

const visit = { 'x-inertia': 'true' }
const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'

function inertiaRequest(headers: Record<string, string>, method = 'GET'): InertiaRequest {
  return new InertiaRequest(method, headers)
}

test("only the client's own header makes a visit", () => {
  assert.equal(inertiaRequest(visit).isVisit, true)
  assert.equal(inertiaRequest({ 'x-inertia': 'false' }).isVisit, false)
  assert.equal(inertiaRequest({ 'x-requested-with': 'XMLHttpRequest' }).isVisit, false)
})

test('either header marks a prefetch', () => {
  assert.equal(inertiaRequest({ ...visit, purpose: 'prefetch' }).isPrefetch, true)
  assert.equal(inertiaRequest({ 'sec-purpose': 'prefetch;prerender' }).isPrefetch, true)
  assert.equal(inertiaRequest(visit).isPrefetch, false)
})

test('JSON is wanted when preferred, and never by a visit', () => {
  assert.equal(inertiaRequest({ accept: 'application/json' }).wantsJson, true)
  assert.equal(inertiaRequest({ accept: 'application/problem+json, text/html' }).wantsJson, true)
  assert.equal(inertiaRequest({ accept: browser }).wantsJson, false)
  assert.equal(inertiaRequest({ accept: '*/*' }).wantsJson, false)
  assert.equal(inertiaRequest({ ...visit, accept: 'application/json' }).wantsJson, false)
  assert.equal(inertiaRequest({}).wantsJson, false)
})

test('a navigation may be stored as the previous or intended page', () => {
  const partial = { ...visit, 'x-inertia-partial-component': 'Home' }

  assert.equal(inertiaRequest({ accept: browser, 'sec-fetch-dest': 'document' }).isNavigation, true)
  assert.equal(inertiaRequest(visit).isNavigation, true)
  assert.equal(inertiaRequest({ ...visit, purpose: 'prefetch' }).isNavigation, false)
  assert.equal(inertiaRequest(partial).isNavigation, false)
  assert.equal(inertiaRequest({ accept: 'application/json' }).isNavigation, false)
  assert.equal(inertiaRequest({ precognition: 'true' }).isNavigation, false)
  assert.equal(inertiaRequest({ 'sec-fetch-dest': 'image' }).isNavigation, false)
  assert.equal(inertiaRequest({}, 'HEAD').isNavigation, false)
  assert.equal(inertiaRequest({}, 'POST').isNavigation, false)
})

test('a background request is a partial reload that skips caches', () => {
  const reload = { ...visit, 'cache-control': 'no-cache' }

  assert.equal(
    inertiaRequest({ ...reload, 'x-inertia-partial-component': 'Home' }).isBackground,
    true,
  )
  assert.equal(inertiaRequest(reload).isBackground, false)
  assert.equal(inertiaRequest({ 'cache-control': 'no-cache' }).isBackground, false)
})

test('an error bag name is a valid form name (INR-07)', () => {
  assert.equal(
    inertiaRequest({ 'x-inertia-error-bag': 'updatePassword' }).errorBag,
    'updatePassword',
  )
  assert.equal(inertiaRequest({ 'x-inertia-error-bag': '__proto__' }).errorBag, null)
  assert.equal(inertiaRequest({ 'x-inertia-error-bag': '' }).errorBag, null)
})
