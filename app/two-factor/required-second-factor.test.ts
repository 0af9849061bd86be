import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'

import { type Route, routes } from '#app/routes.ts'
import { examplePath } from '#testing/example-path.ts'
import {
  addPasskey,
  answerChallenge,
  fieldError,
  signInWithPasskey,
} from '#testing/passkey-flows.ts'
import {
  ada,
  signedInAda,
  confirmPassword,
  registerAccount,
  enableTwoFactor,
} from '#testing/signed-in-accounts.ts'
import { createTestApp } from '#testing/test-app.ts'
import type { TestResponse, TestBrowser } from '#testing/test-browser.ts'
import { minutes } from '#testing/test-clock.ts'
import { VirtualAuthenticator } from '#testing/virtual-authenticator.ts'

const { email, password } = ada
const requiredMessage = 'A second factor is required. Set one up first.'
const twoFactorPath = '/user/two-factor-authentication'
const deleteRequest = { method: 'DELETE', body: {} } as const

/** Ada, signed in with REQUIRE_TWO_FACTOR. */
async function adaWithRequiredSecondFactor(t: TestContext) {
  const foyer = await createTestApp(t, { REQUIRE_TWO_FACTOR: '1' })
  const laptop = foyer.browser()
  await registerAccount(foyer, laptop)
  return { foyer, laptop }
}

/** Except sign-out, which ends the session. */
const memberRoutes = Object.entries(routes)
  .map(([name, route]: [string, Route]) => ({ name, ...route }))
  .filter(({ name, access }) => /^(signedIn|verified)$/.test(access) && name !== 'logout')

async function isRejected(browser: TestBrowser, route: Route): Promise<boolean> {
  const { method } = route
  const sent = { method, ...(method !== 'GET' && { body: {} }) }
  const answer = await browser.json(examplePath(route), sent)
  return answer.status === 403 && answer.raw.json().message === requiredMessage
}

test('a password alone reaches only the set-up page, sign-out and the data export (LGN-28, 6.3.3)', async (t) => {
  const { laptop } = await adaWithRequiredSecondFactor(t)
  const open: string[] = []

  for (const route of memberRoutes) {
    if (!(await isRejected(laptop, route))) open.push(route.name)
  }

  assert.ok(memberRoutes.length > 40)
  assert.deepEqual(
    open,
    memberRoutes
      .filter(
        ({ allowOnHold, allowWithoutSecondFactor }) => allowOnHold ?? allowWithoutSecondFactor,
      )
      .map(({ name }) => name),
  )
  assert.ok(!open.some((name) => /^(dashboard|profile|api-tokens|email-change)/.test(name)))
})

test('after the set-up, the user is redirected to the intended page', async (t) => {
  const { laptop } = await adaWithRequiredSecondFactor(t)

  const led = await laptop.visit('time-travel.index')
  const shown = (await laptop.visit('second-factor.show')).page
  await enableTwoFactor(laptop)
  const done = (await laptop.visit('second-factor.show')).page

  assert.equal(led.location, '/user/second-factor')
  assert.equal(shown.component, 'Auth/SecondFactor')
  assert.partialDeepStrictEqual(shown.props, { isDone: false, returnTo: '/time-travel' })
  assert.equal(done.props['isDone'], true)
  assert.equal((await laptop.visit('dashboard')).status, 200)
})

test('the set-up leads to the page of ours that its address names, and to no other site', async (t) => {
  const { laptop } = await adaWithRequiredSecondFactor(t)
  const destination = async (next: string) => {
    const { page } = await laptop.visitPath(`/user/second-factor?next=${encodeURIComponent(next)}`)
    return page.props['returnTo']
  }

  assert.equal(await destination('/t/engines'), '/t/engines')
  const hostile = [
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '/%5cevil.example',
  ]
  for (const next of hostile) assert.equal(await destination(next), '/dashboard')
})

test('a passkey counts as the second factor, and is asked for after the password (SKY-01)', async (t) => {
  const { foyer, laptop } = await adaWithRequiredSecondFactor(t)
  const key = new VirtualAuthenticator()
  await confirmPassword(laptop)
  await addPasskey(laptop, key)
  const [attacker, phone] = [foyer.browser(), foyer.browser()]
  await attacker.open('/login')

  const byPassword = await attacker.json('/login', { method: 'POST', body: { email, password } })
  const byPasskey = await signInWithPasskey(phone, key)
  const tablet = foyer.browser()
  await tablet.visit('login.store', { email, password })
  const byBoth = await answerChallenge(tablet, key)

  assert.equal((await laptop.visit('dashboard')).status, 200)
  assert.deepEqual(byPassword.raw.json(), { two_factor: true })
  assert.equal((await attacker.visit('dashboard')).location, '/login')
  assert.equal(byPasskey.status, 200)
  assert.equal(byBoth.status, 204)
  assert.equal((await tablet.visit('dashboard')).status, 200)
  assert.equal((await phone.visit('dashboard')).status, 200)
})

test('a session opened with the password alone waits at the set-up and ends with it', async (t) => {
  const { foyer, laptop } = await adaWithRequiredSecondFactor(t)
  const attacker = foyer.browser()
  await attacker.visit('login.store', { email, password })
  assert.equal((await attacker.visit('dashboard')).location, '/user/second-factor')

  await confirmPassword(laptop)
  await addPasskey(laptop, new VirtualAuthenticator())

  assert.equal((await attacker.visit('dashboard')).location, '/login')
  assert.equal((await laptop.visit('dashboard')).status, 200)
})

test('concurrent removals leave the last second factor', async (t) => {
  const { foyer, laptop } = await adaWithRequiredSecondFactor(t)
  await enableTwoFactor(laptop)
  const alone = await laptop.json(twoFactorPath, deleteRequest)
  const { id } = (await addPasskey(laptop, new VirtualAuthenticator())).raw.json()

  const answers: TestResponse[] = await Promise.all([
    laptop.json(twoFactorPath, deleteRequest),
    laptop.json(`/user/passkeys/${id}`, deleteRequest),
  ])

  assert.equal(alone.status, 422)
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 422])
  const { two_factor_enabled_at } = await foyer.db
    .selectFrom('users')
    .select('two_factor_enabled_at')
    .executeTakeFirstOrThrow()
  const left = await foyer.db.selectFrom('passkeys').select('id').execute()
  assert.equal(left.length + (two_factor_enabled_at === null ? 0 : 1), 1)
})

test('a password reset cannot remove the last second factor', async (t) => {
  const { foyer, laptop } = await adaWithRequiredSecondFactor(t)
  await confirmPassword(laptop)
  const { id } = (await addPasskey(laptop, new VirtualAuthenticator())).raw.json()
  await foyer.browser().visit('password.email', { email })
  const [mail] = await foyer.mails()
  const token = mail?.text.match(/reset-password\/(\S+)/)?.[1]
  const body = { token, email, password: 'lanterns over the harbour', remove_passkeys: [id] }
  const attacker = foyer.browser()
  await attacker.open('/login')

  const answer = await attacker.json('/reset-password', { method: 'POST', body })

  assert.match(fieldError(answer, 'remove_passkeys') ?? '', /one has to stay/)
  assert.equal((await foyer.db.selectFrom('passkeys').select('id').execute()).length, 1)
})

test('the second factor is optional unless required', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  await enableTwoFactor(laptop)
  foyer.clock.advance(minutes)

  const off = await laptop.json(twoFactorPath, deleteRequest)

  assert.equal(off.status, 200)
  const { props } = (await laptop.visit('second-factor.show')).page
  assert.partialDeepStrictEqual(props, { isRequired: false, isDone: false })
})
