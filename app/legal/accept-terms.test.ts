import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'

import { ada, signedInAda } from '#testing/signed-in-accounts.ts'
import type { TestBrowser } from '#testing/test-browser.ts'
import { minutes } from '#testing/test-clock.ts'

/** Ada, who accepted older versions of these documents. */
async function adaWithOutdatedTerms(
  t: TestContext,
  ...documents: ('terms_version' | 'policy_version')[]
) {
  const { foyer, laptop } = await signedInAda(t)
  for (const column of documents) {
    await foyer.db
      .updateTable('users')
      .set({ [column]: 'an older one' })
      .execute()
  }
  return { foyer, laptop }
}

async function offeredVersion(browser: TestBrowser): Promise<string> {
  return String((await browser.visit('terms.accept')).page.props['termsVersion'])
}

test('a user is asked to accept new terms before the next page, then continues there', async (t) => {
  const { foyer, laptop } = await adaWithOutdatedTerms(t, 'terms_version')
  assert.equal(
    (await laptop.visitPath('/user/profile?from=mail')).location,
    '/terms-of-service/accept',
  )
  const { props } = (await laptop.visit('terms.accept')).page

  const answer = await laptop.visit('terms.accept.store', {
    terms: true,
    terms_version: props['termsVersion'],
  })

  assert.deepEqual(props['changed'], ['terms'])
  assert.equal(answer.location, '/user/profile?from=mail')
  assert.equal((await laptop.visit('dashboard')).status, 200)
  assert.equal((await laptop.visit('terms.accept')).location, '/dashboard')
  const accepted = await foyer.events('terms.accepted')
  assert.deepEqual(
    accepted.map(({ data }) => data['document']),
    ['terms', 'policy', 'terms'],
  )
})

test('a user is asked to accept a new policy, and both versions are stored', async (t) => {
  const { foyer, laptop } = await adaWithOutdatedTerms(t, 'policy_version', 'terms_version')
  const terms_version = await offeredVersion(laptop)
  await laptop.visit('terms.accept.store', { terms: 'on', terms_version })

  const stored = await foyer.db
    .selectFrom('users')
    .select(['terms_version', 'policy_version'])
    .executeTakeFirstOrThrow()

  assert.equal(`${stored.terms_version}-${stored.policy_version}`, terms_version)
})

test('an account that has accepted nothing yet is not told of changes', async (t) => {
  const { foyer, laptop } = await adaWithOutdatedTerms(t, 'terms_version')
  const outdated = (await laptop.visit('terms.accept')).page.props
  await foyer.db.updateTable('users').set({ terms_version: null, policy_version: null }).execute()

  const { props } = (await laptop.visit('terms.accept')).page

  assert.deepEqual([outdated['isFirst'], props['isFirst']], [false, true])
})

test('the page of the terms shows since when each document is accepted', async (t) => {
  const { foyer, laptop } = await adaWithOutdatedTerms(t, 'terms_version')
  const now = () => new Date(foyer.clock.now()).toISOString()
  const policySince = now()
  foyer.clock.advance(minutes)
  const termsSince = now()
  const terms_version = await offeredVersion(laptop)
  await laptop.visit('terms.accept.store', { terms: true, terms_version })
  foyer.clock.advance(minutes)

  const { props } = (await laptop.visit('time-travel.index')).page

  assert.partialDeepStrictEqual(props['present'], { termsSince, policySince })
})

test('accepting terms rejects an unticked box and outdated versions', async (t) => {
  const { laptop } = await adaWithOutdatedTerms(t, 'terms_version')
  const terms_version = await offeredVersion(laptop)
  const statusOf = async (body: object) =>
    (await laptop.json('/terms-of-service/accept', { method: 'POST', body })).status

  assert.equal(await statusOf({ terms_version }), 422)
  assert.equal(await statusOf({ terms: false, terms_version }), 422)
  assert.equal(await statusOf({ terms: true, terms_version: 'an older one' }), 422)
  assert.equal((await laptop.visit('dashboard')).location, '/terms-of-service/accept')
})

test('a user who has not accepted the terms can still read, export data, delete the account and sign out', async (t) => {
  const { laptop } = await adaWithOutdatedTerms(t, 'terms_version')

  assert.equal((await laptop.visit('terms.show')).status, 200)
  assert.equal((await laptop.visit('policy.show')).status, 200)
  assert.equal((await laptop.visit('password.confirm')).status, 200)
  assert.equal((await laptop.json('/dashboard')).status, 403)
  assert.equal((await laptop.json('/user/data-export', { method: 'POST' })).status, 423)
  const left = await laptop.visit('current-user.destroy', {
    password: ada.password,
    confirmation: ada.email,
  })
  assert.equal(left.location, '/user/leaving')
  assert.equal((await laptop.visit('logout')).location, '/')
})
