import assert from 'node:assert/strict'
import { test } from 'node:test'

import { hostilePeople, tamperForHostilePeople } from '#testing/hostile-people.ts'
import { adaThere, appWithProvider, bannerOn, signInByProvider } from '#testing/provider-flows.ts'

test('the hostile people of the development server are refused, an honest one is not (OID-01)', async (t) => {
  const { foyer, provider } = await appWithProvider(t)
  provider.tamper = tamperForHostilePeople
  const signInAs = async (person: (typeof hostilePeople)[number]) => {
    provider.people = [person]
    const browser = foyer.browser()
    const { location } = await signInByProvider(browser)
    return location === '/login' ? bannerOn(browser) : location
  }

  assert.equal(hostilePeople.length, 3)
  for (const person of hostilePeople)
    assert.match((await signInAs(person)) ?? '', /The answer of Example wasn't valid/)
  assert.equal(await signInAs(adaThere), '/dashboard')
})
