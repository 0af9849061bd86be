import assert from 'node:assert/strict'
import { test } from 'node:test'

import {
  appWithProvider,
  leaveForProvider,
  signInByProvider,
  signInThere,
} from '#testing/provider-flows.ts'
import { minutes } from '#testing/test-clock.ts'

test('a network creates sixty accounts by a provider in ten minutes, and linked accounts can still sign in (REG-13)', async (t) => {
  const { foyer, provider } = await appWithProvider(t)
  const signIn = async (index: number) => {
    const email = `person${index}@example.com`
    provider.people = [{ sub: String(index), email, email_verified: true }]
    return signInByProvider(foyer.browser('192.0.2.1'))
  }
  const users = async () => (await foyer.db.selectFrom('users').select('id').execute()).length

  for (let index = 1; index <= 60; index++) {
    await signIn(index)
    // The limits of starts and answers are by the minute.
    if (index % 20 === 0) foyer.clock.advance(minutes)
  }
  const before = await users()
  const refused = await signIn(61)
  const known = await signIn(1)

  assert.deepEqual([before, await users()], [60, 60])
  assert.equal(refused.status, 429)
  assert.equal(known.location, '/dashboard')
})

test('a person who signs up in six browsers at once has one account, open in each (OID-09)', async (t) => {
  const { foyer } = await appWithProvider(t)
  const browsers = Array.from({ length: 6 }, () => foyer.browser())
  const answers = await Promise.all(
    browsers.map(async (browser) => signInThere(await leaveForProvider(browser))),
  )

  const opened = await Promise.all(browsers.map((browser, at) => browser.open(answers[at] ?? '')))

  assert.deepEqual(
    opened.map(({ location }) => location),
    browsers.map(() => '/dashboard'),
  )
  assert.equal((await foyer.events('account.created')).length, 1)
  assert.equal((await foyer.events('session.started')).length, 6)
})
