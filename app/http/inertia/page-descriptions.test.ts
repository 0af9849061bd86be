import assert from 'node:assert/strict'
import { test } from 'node:test'

import { languages } from '#app/languages.ts'
import { signedInAda } from '#testing/signed-in-accounts.ts'
import type { TestBrowser } from '#testing/test-browser.ts'

const paths = [
  '/',
  '/login',
  '/register',
  '/forgot-password',
  '/terms-of-service',
  '/privacy-policy',
]

async function descriptionOf(browser: TestBrowser, path: string, language: string) {
  const { text } = await browser.request(path, {
    headers: { accept: 'text/html', 'accept-language': language },
  })
  return /<meta name="description" content="([^"]+)">/.exec(text)?.[1]
}

test('each public page has its own description, in the language of the visitor', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const visitor = foyer.browser()

  const descriptions = []
  for (const { code } of languages)
    for (const path of paths) descriptions.push(await descriptionOf(visitor, path, code))

  assert.ok(descriptions.every((text) => text && text.length > 30 && text.length < 160))
  assert.equal(new Set(descriptions).size, languages.length * paths.length)
  assert.equal(await descriptionOf(laptop, '/dashboard', 'en'), undefined)
})
