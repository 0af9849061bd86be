import assert from 'node:assert/strict'
import { test } from 'node:test'

import { Secret, TOTP } from 'otpauth'

import { runCliCommand } from '#testing/cli.ts'
import { appOnLegacyData, legacyData } from '#testing/legacy-data.ts'
import type { TestApp } from '#testing/test-app.ts'
import type { TestBrowser } from '#testing/test-browser.ts'

function browserWith(foyer: TestApp, cookies: Record<string, string>): TestBrowser {
  const browser = foyer.browser()
  for (const [name, value] of Object.entries(cookies)) browser.cookies.set(name, value)
  return browser
}

function codeAt(timestamp: number): string {
  return new TOTP({ secret: Secret.fromBase32(legacyData.twoFactorSecret) }).generate({ timestamp })
}

test('a stored session cookie opens the dashboard, and the stored event log is intact', async (t) => {
  const foyer = await appOnLegacyData(t)
  const laptop = browserWith(foyer, legacyData.laptop)

  // The policy has changed since.
  const { termsVersion } = (await laptop.visit('terms.accept')).page.props
  await laptop.visit('terms.accept.store', { terms: true, terms_version: termsVersion })
  assert.equal((await laptop.visit('dashboard')).status, 200)
  const { page } = await laptop.visit('time-travel.index')
  assert.equal(page.component, 'TimeTravel/Index')
  const { status, out } = await runCliCommand(['history:verify'], {
    variables: { APP_KEY: legacyData.appKey, DATABASE_URL: foyer.app.database.url },
    clock: foyer.clock,
  })
  assert.equal(status, 0, out)
})

test('a stored two-factor challenge is completed with a code of the stored secret', async (t) => {
  const foyer = await appOnLegacyData(t)
  const phone = browserWith(foyer, legacyData.phone)

  const answer = await phone.visit('two-factor.login.store', { code: codeAt(foyer.clock.now()) })

  assert.equal(answer.location, '/dashboard')
})

test('a stored recovery code completes the challenge', async (t) => {
  const foyer = await appOnLegacyData(t)
  const phone = browserWith(foyer, legacyData.phone)

  const answer = await phone.visit('two-factor.login.store', {
    recovery_code: legacyData.recoveryCodes[0],
  })

  assert.equal(answer.location, '/dashboard')
})

test('a stored password hash and a stored reset link still work', async (t) => {
  const foyer = await appOnLegacyData(t)
  const { pathname } = new URL(legacyData.resetLink)
  const [, , token] = pathname.split('/')
  const browser = foyer.browser()

  const signIn = await browser.visit('login.store', {
    email: 'ada@example.com',
    password: 'a row of quiet engines',
  })
  assert.equal(signIn.location, '/two-factor-challenge')
  const reset = await browser.visit('password.update', {
    token,
    email: 'ada@example.com',
    password: 'another row of engines',
  })
  assert.equal(reset.location, '/login')
})

test('a stored link of an address change, and a stored registration, are confirmed', async (t) => {
  const foyer = await appOnLegacyData(t)
  const { pathname } = new URL(legacyData.emailChangeLink)
  const confirmed = await foyer.browser().visitPath(pathname, { method: 'POST', body: {} })
  assert.equal(confirmed.status, 303)
  const { email } = await foyer.db.selectFrom('users').select('email').executeTakeFirstOrThrow()
  assert.equal(email, 'ada.king@example.com')

  const waiting = browserWith(foyer, legacyData.waiting)
  const notice = await waiting.visit('verification.notice')
  assert.equal(notice.status, 200)
  assert.match(JSON.stringify(notice.page.props), /grace@example\.com/)
})

test('mails that were stored but not sent are sent', async (t) => {
  const foyer = await appOnLegacyData(t)

  const mails = await foyer.mails()

  assert.equal(mails.length, 1)
})
