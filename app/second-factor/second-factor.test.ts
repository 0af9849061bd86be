import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'

import { type Route, routes } from '#app/routes.ts'
import { Authenticator } from '#testing/authenticator.ts'
import type { Answer, Browser } from '#testing/browser.ts'
import { addPasskey, said, signInWith } from '#testing/ceremonies.ts'
import { ada, adaAtHome, confirmPassword, join, turnOnTwoFactor } from '#testing/people.ts'
import { product } from '#testing/product.ts'
import { somePath } from '#testing/some-path.ts'
import { minutes } from '#testing/test-clock.ts'

const { email, password } = ada
const demand = 'This place asks everyone for a second factor. Set one up first.'
const twoFactor = '/user/two-factor-authentication'
const remove = { method: 'DELETE', body: {} } as const

/** Ada, where everyone must have a second factor. */
async function adaUnderDemand(t: TestContext) {
  const foyer = await product(t, { REQUIRE_TWO_FACTOR: '1' })
  const laptop = foyer.browser()
  await join(foyer, laptop)
  return { foyer, laptop }
}

/** But for signing out, after which there is nobody to ask. */
const ofMembers = Object.entries(routes)
  .map(([name, route]: [string, Route]) => ({ name, ...route }))
  .filter(({ name, access }) => /^(account|verified)$/.test(access) && name !== 'logout')

async function isRefused(browser: Browser, route: Route): Promise<boolean> {
  const { method } = route
  const sent = { method, ...(method !== 'GET' && { body: {} }) }
  const answer = await browser.json(somePath(route), sent)
  return answer.status === 403 && answer.response.json().message === demand
}

test('with a password alone nothing opens but the set-up, the way out, and the own data (LGN-28, 6.3.3)', async (t) => {
  const { laptop } = await adaUnderDemand(t)
  const open: string[] = []

  for (const route of ofMembers) {
    if (!(await isRefused(laptop, route))) open.push(route.name)
  }

  assert.ok(ofMembers.length > 40)
  assert.deepEqual(
    open,
    ofMembers
      .filter(({ whileHeld, setsUpSecondFactor }) => whileHeld ?? setsUpSecondFactor)
      .map(({ name }) => name),
  )
  assert.ok(!open.some((name) => /^(dashboard|profile|api-tokens|email-change)/.test(name)))
})

test('whoever is led to the set-up is led on to where they were going', async (t) => {
  const { laptop } = await adaUnderDemand(t)

  const led = await laptop.visit('api-tokens.index')
  const shown = (await laptop.visit('second-factor.show')).page
  await turnOnTwoFactor(laptop)
  const done = (await laptop.visit('second-factor.show')).page

  assert.equal(led.to, '/user/second-factor')
  assert.equal(shown.component, 'Auth/SecondFactor')
  assert.partialDeepStrictEqual(shown.props, { isDone: false, intended: '/user/api-tokens' })
  assert.equal(done.props['isDone'], true)
  assert.equal((await laptop.visit('dashboard')).status, 200)
})

test('a passkey is as good, and from then on the password alone opens nothing', async (t) => {
  const { foyer, laptop } = await adaUnderDemand(t)
  const key = new Authenticator()
  await confirmPassword(laptop)
  await addPasskey(laptop, key)
  const [thief, phone] = [foyer.browser(), foyer.browser()]
  await thief.open('/login')

  const byPassword = await thief.json('/login', { method: 'POST', body: { email, password } })
  const byPasskey = await signInWith(phone, key)

  assert.equal((await laptop.visit('dashboard')).status, 200)
  assert.match(said(byPassword, 'email') ?? '', /Sign in with it\.$/)
  assert.equal((await thief.visit('dashboard')).to, '/login')
  assert.equal(byPasskey.status, 200)
  assert.equal((await phone.visit('dashboard')).status, 200)
})

test('who came with the password before that waits at the set-up, and is out with it', async (t) => {
  const { foyer, laptop } = await adaUnderDemand(t)
  const thief = foyer.browser()
  await thief.visit('login.store', { email, password })
  assert.equal((await thief.visit('dashboard')).to, '/user/second-factor')

  await confirmPassword(laptop)
  await addPasskey(laptop, new Authenticator())

  assert.equal((await thief.visit('dashboard')).to, '/login')
  assert.equal((await laptop.visit('dashboard')).status, 200)
})

test('the last second factor stays, though two are taken off at once', async (t) => {
  const { foyer, laptop } = await adaUnderDemand(t)
  await turnOnTwoFactor(laptop)
  const alone = await laptop.json(twoFactor, remove)
  const { id } = (await addPasskey(laptop, new Authenticator())).response.json()

  const answers: Answer[] = await Promise.all([
    laptop.json(twoFactor, remove),
    laptop.json(`/user/passkeys/${id}`, remove),
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

test('nor does who reads the mail get rid of it', async (t) => {
  const { foyer, laptop } = await adaUnderDemand(t)
  await confirmPassword(laptop)
  const { id } = (await addPasskey(laptop, new Authenticator())).response.json()
  await foyer.browser().visit('password.email', { email })
  const [mail] = await foyer.mails()
  const token = mail?.text.match(/reset-password\/(\S+)/)?.[1]
  const body = { token, email, password: 'lanterns over the harbour', remove_passkeys: [id] }
  const thief = foyer.browser()
  await thief.open('/login')

  const answer = await thief.json('/reset-password', { method: 'POST', body })

  assert.match(said(answer, 'remove_passkeys') ?? '', /one has to stay/)
  assert.equal((await foyer.db.selectFrom('passkeys').select('id').execute()).length, 1)
})

test('programs with a token are asked for none: whoever made it had one, or was not asked yet', async (t) => {
  const { foyer, laptop } = await adaUnderDemand(t)
  await turnOnTwoFactor(laptop)
  const made = await laptop.json('/user/api-tokens', {
    method: 'POST',
    body: { name: 'Backup', permissions: ['read'] },
  })
  const authorization = `Bearer ${made.response.json().token}`
  await foyer.db.updateTable('users').set({ two_factor_enabled_at: null }).execute()

  const answer = await foyer.browser().raw('/api/user', { headers: { authorization } })

  assert.equal(answer.status, 200, answer.text)
  assert.equal((await laptop.visit('dashboard')).to, '/user/second-factor')
})

test('where nobody demands it, it stays a choice', async (t) => {
  const { foyer, laptop } = await adaAtHome(t)
  await turnOnTwoFactor(laptop)
  foyer.clock.advance(minutes)

  const off = await laptop.json(twoFactor, remove)

  assert.equal(off.status, 200)
  const { props } = (await laptop.visit('second-factor.show')).page
  assert.partialDeepStrictEqual(props, { isDemanded: false, isDone: false })
})
