import assert from 'node:assert/strict'
import { test } from 'node:test'

import { parse } from 'parse5'

import { signedInAda } from '#testing/signed-in-accounts.ts'

const polyglot = `</script><!--<script>"'><img src=x onerror=alert(1)>{{7*7}}\${7*7}%s\u2028`

test('a name is always rendered as text (REG-07)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  await laptop.visit('dashboard')
  const plain = shape((await laptop.open('/dashboard')).text)
  await foyer.db.updateTable('users').set({ name: polyglot }).execute()

  const answer = await laptop.open('/dashboard')

  assert.equal(shape(answer.text), plain)
  const [, json = ''] = /<script data-page="app"[^>]*>(.*?)<\/script>/s.exec(answer.text) ?? []
  assert.equal(JSON.parse(json).props.auth.user.name, polyglot)
})

test('a user agent is always rendered as text', async (t) => {
  const { laptop } = await signedInAda(t)
  laptop.userAgent = `<script>alert(1)</script>\x1b[31m${'x'.repeat(8000)}`

  const { status, text } = await laptop.open('/dashboard')

  assert.equal(status, 200)
  assert.doesNotMatch(text, /<script>alert/)
})

/** The element names of a document, in order. */
function shape(html: string): string {
  const names: string[] = []
  walk(parse(html))
  return names.join(' ')

  function walk(node: object): void {
    if ('tagName' in node) names.push(String(node.tagName))
    if ('childNodes' in node && Array.isArray(node.childNodes)) node.childNodes.forEach(walk)
  }
}
