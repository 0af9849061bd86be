import assert from 'node:assert/strict'
import { test } from 'node:test'

import { hostilePeople, playHostilePeople, rotatingPerson } from '#testing/hostile-people.ts'
import {
  adaThere,
  appWithProvider,
  bannerOn,
  leaveForProvider,
  signInByProvider,
  signInThere,
} from '#testing/provider-flows.ts'
import { minutes } from '#testing/test-clock.ts'

test('the hostile people of the development server are refused, an honest one is not (OID-01)', async (t) => {
  const { foyer, provider } = await appWithProvider(t)
  playHostilePeople(provider)
  const signInAs = async (person: (typeof hostilePeople)[number]) => {
    provider.people = [person]
    const browser = foyer.browser()
    const { location } = await signInByProvider(browser)
    return location === '/login' ? bannerOn(browser) : location
  }

  assert.equal(hostilePeople.length, 4)
  for (const person of hostilePeople)
    assert.match((await signInAs(person)) ?? '', /The answer of Example wasn't valid/)
  assert.equal(await signInAs(adaThere), '/dashboard')
})

test('after a sign-in of Rosalind the development provider has another key, and the next one works (OID-07)', async (t) => {
  const { foyer, provider } = await appWithProvider(t)
  playHostilePeople(provider)
  provider.people = [adaThere, rotatingPerson]
  const signInAs = async ({ sub }: typeof adaThere) => {
    const browser = foyer.browser()
    const start = await leaveForProvider(browser)
    return (await browser.open(await signInThere(start, sub))).location
  }
  const rosalind = await signInAs(rotatingPerson)
  const keysBefore = await publishedKeys(provider.issuer)
  // The library reads the keys again at most once a minute.
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 2 * minutes })

  const ada = await signInAs(adaThere)

  assert.deepEqual([rosalind, ada], ['/dashboard', '/dashboard'])
  assert.notDeepEqual(await publishedKeys(provider.issuer), keysBefore)
})

async function publishedKeys(issuer: string): Promise<unknown> {
  return (await fetch(`${issuer}/jwks`)).json()
}
