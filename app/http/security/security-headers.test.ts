import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'

import { signedInAda } from '#testing/signed-in-accounts.ts'
import { createTestApp } from '#testing/test-app.ts'

const paths = [
  '/',
  '/login',
  '/nowhere',
  '/up',
  '/terms-of-service',
  '/assets/nothing.js',
  `/login?${'&'.repeat(1000)}`,
]

test('every response has the security headers, including errors and files', async (t) => {
  const browser = (await createTestApp(t)).browser()

  const answers = await Promise.all(paths.map((path) => browser.open(path)))

  assert.deepEqual(
    answers.map((answer) => [
      answer.header('x-content-type-options'),
      /script-src 'nonce-[\w+/]{22}==' 'strict-dynamic'/.test(
        answer.header('content-security-policy') ?? '',
      ),
      answer.header('content-security-policy')?.includes("frame-ancestors 'none'"),
    ]),
    paths.map(() => ['nosniff', true, true]),
  )
})

test('every response has a new nonce', async (t) => {
  const browser = (await createTestApp(t)).browser()

  const [one, two] = [await browser.open('/login'), await browser.open('/login')]

  assert.notEqual(one.header('content-security-policy'), two.header('content-security-policy'))
})

test('over https, cookies have the __Host- prefix and HSTS is sent', async (t) => {
  const foyer = await createTestApp(t, {
    APP_URL: 'https://id.example.com',
    MAIL_URL: 'smtp://127.0.0.1:1',
    APP_KEY: randomBytes(32).toString('base64'),
  })

  const answer = await foyer.browser().open('/login')
  const { cookies } = answer.raw

  assert.ok(cookies.length > 0)
  assert.ok(cookies.every(({ name, secure }) => name.startsWith('__Host-') && secure === true))
  assert.match(answer.header('strict-transport-security') ?? '', /max-age=63072000/)
})

test('pages of a signed-in user are not cacheable', async (t) => {
  const { laptop } = await signedInAda(t)

  const visited = await laptop.visit('dashboard')
  const opened = await laptop.open('/dashboard')

  assert.match(visited.header('cache-control') ?? '', /no-store/)
  assert.match(opened.header('cache-control') ?? '', /no-store/)
  assert.equal(visited.page.component, 'Dashboard')
  assert.partialDeepStrictEqual(visited.page, { encryptHistory: true })
})

test('a guest gets only the routes for guests (INR-13, ZS-01)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)

  const guest = (await foyer.browser().open('/login')).text
  const member = (await laptop.open('/dashboard')).text

  assert.doesNotMatch(guest, /"dashboard":/)
  assert.match(member, /"dashboard":/)
  assert.doesNotMatch(guest + member, /"metrics":/)
})
