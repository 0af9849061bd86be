import assert from 'node:assert/strict'
import { test } from 'node:test'

import { newId } from '#app/platform/ids.ts'
import { ada, adaAtHome } from '#testing/people.ts'
import type { Product } from '#testing/product.ts'
import { days } from '#testing/test-clock.ts'

async function spots(foyer: Product) {
  const browser = foyer.browser()
  await browser.visit('login.store', ada)
  return (await browser.visit('dashboard')).page.props['weakSpots']
}

async function addPasskey({ db, clock }: Product) {
  const { id: user_id } = await db.selectFrom('users').select('id').executeTakeFirstOrThrow()
  const id = newId()
  const made = { credential_id: id, public_key: '', counter: 0, transports: '[]', aaguid: '' }
  await db
    .insertInto('passkeys')
    .values({
      id,
      user_id,
      name: 'x',
      ...made,
      synced: 0,
      created_at: clock.now(),
      last_used_at: null,
    })
    .execute()
}

async function addToken({ db, clock }: Product, expires_at: number | null) {
  const { id: user_id } = await db.selectFrom('users').select('id').executeTakeFirstOrThrow()
  const id = newId()
  const now = clock.now()
  await db
    .insertInto('api_tokens')
    .values({
      id,
      user_id,
      name: 'x',
      hint: 'x',
      token_hash: id,
      previous_hash: null,
      previous_ends_at: null,
      permissions: '[]',
      networks: '[]',
      issued_at: now,
      expires_at,
      warned_at: null,
      last_used_at: null,
      last_used_ip: null,
      revoked_at: null,
      created_at: now,
    })
    .execute()
}

test('a new account is told what would make it stronger', async (t) => {
  const { foyer } = await adaAtHome(t)

  assert.deepEqual(await spots(foyer), ['second-factor', 'passkey'])
})

test('with two passkeys nothing is missing; with one, the second', async (t) => {
  const { foyer } = await adaAtHome(t)

  await addPasskey(foyer)
  assert.deepEqual(await spots(foyer), ['one-passkey'])
  await addPasskey(foyer)
  assert.deepEqual(await spots(foyer), [])
})

test('tokens that never end, and those nobody uses, are pointed at', async (t) => {
  const { foyer } = await adaAtHome(t)
  await addPasskey(foyer)
  await addPasskey(foyer)

  await addToken(foyer, foyer.clock.now() + 365 * days)
  assert.deepEqual(await spots(foyer), [])
  foyer.clock.advance(91 * days)
  assert.deepEqual(await spots(foyer), ['tokens-unused'])
  await addToken(foyer, null)
  assert.deepEqual(await spots(foyer), ['tokens-without-end', 'tokens-unused'])
})

test('few recovery codes and many devices are pointed at', async (t) => {
  const { foyer } = await adaAtHome(t)
  await addPasskey(foyer)
  await addPasskey(foyer)
  for (let count = 0; count < 5; count++) await foyer.browser().visit('login.store', ada)
  const laptop = foyer.browser()
  await laptop.visit('login.store', ada)

  await foyer.db.updateTable('users').set({ two_factor_enabled_at: 1 }).execute()

  const { props } = (await laptop.visit('dashboard')).page
  assert.deepEqual(props['weakSpots'], ['recovery-codes', 'sessions'])
})
