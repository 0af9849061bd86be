import assert from 'node:assert/strict'
import { test } from 'node:test'

import { createCli } from '#testing/cli.ts'
import { ada, confirmPassword, signedInAda } from '#testing/signed-in-accounts.ts'
import type { TestApp } from '#testing/test-app.ts'
import type { TestBrowser } from '#testing/test-browser.ts'

import { accountsPerPage, matchesPerSearch } from './limits.ts'

async function insertAccounts(foyer: TestApp, count: number): Promise<void> {
  const rows = Array.from({ length: count }, (_, index) => {
    const number = String(index).padStart(3, '0')
    const email = `person${number}@example.com`
    return {
      id: `0195ffff-0000-7000-8000-000000000${number}`,
      name: index % 2 ? `Émile ${number}` : `Bea ${number}`,
      email,
      email_key: email,
      email_verified_at: index % 3 ? 1 : null,
      locked_at: index % 5 ? null : 1,
      password_hash: null,
      event_count: 0,
      refused_count: 0,
      locale: null,
      timezone: null,
      created_at: 1000 + index,
    }
  })
  await foyer.db.insertInto('users').values(rows).execute()
}

/** Follows the pages of a list. @returns the addresses in their order */
async function readAll(browser: TestBrowser, query: string): Promise<string[][]> {
  const pages: string[][] = []
  let cursor: unknown = null
  do {
    const next = cursor === null ? '' : `&cursor=${encodeURIComponent(String(cursor))}`
    const { props } = (await browser.visitPath(`/admin?${query}${next}`)).page
    pages.push(Object(props['list']).map((account: { email: string }) => account.email))
    cursor = props['nextCursor']
  } while (cursor !== null)
  return pages
}

test('pages of every order and filter show each account once (ADM-10)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  await insertAccounts(foyer, 130)
  await createCli(foyer)('user:role', ada.email, 'admin', '--yes')
  await confirmPassword(laptop)
  const rows = await foyer.db
    .selectFrom('users')
    .select(['email', 'id', 'locked_at', 'email_verified_at'])
    .orderBy('id')
    .execute()
  const byAge = rows.map(({ email }) => email)

  const newest = await readAll(laptop, 'sort=newest')
  assert.equal(newest[0]?.length, accountsPerPage)
  assert.deepEqual(newest.flat(), byAge.toReversed())
  assert.deepEqual((await readAll(laptop, 'sort=oldest')).flat(), byAge)
  assert.deepEqual((await readAll(laptop, 'sort=address')).flat(), byAge.toSorted())
  for (const [filter, column] of [
    ['locked', 'locked_at'],
    ['unverified', 'email_verified_at'],
  ] as const) {
    const expected = rows.filter((row) => (row[column] === null) === (filter === 'unverified'))
    assert.deepEqual(
      (await readAll(laptop, `filter=${filter}&sort=oldest`)).flat(),
      expected.map(({ email }) => email),
    )
  }
  assert.deepEqual(await readAll(laptop, 'filter=role'), [[ada.email]])
})

test('a search finds the beginning of addresses and names in any case, and ids (ADM-11)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  await insertAccounts(foyer, 60)
  await createCli(foyer)('user:role', ada.email, 'admin', '--yes')
  await confirmPassword(laptop)
  const search = async (text: string) =>
    (await readAll(laptop, `search=${encodeURIComponent(text)}`)).flat()

  assert.deepEqual(await search('PERSON007@ex'), ['person007@example.com'])
  assert.deepEqual(await search('ada lov'), [ada.email])
  assert.equal((await search('bea')).length, matchesPerSearch)
  assert.deepEqual(await search('0195ffff-0000-7000-8000-000000000005'), ['person005@example.com'])
  for (const none of ['nobody', '%', '_', "' or 1=1 --", '\u{10FFFF}'])
    assert.deepEqual(await search(none), [], none)
  for (const all of ['\0', ' ', 'x'.repeat(400)]) assert.equal((await search(all)).length, 61)
})
