import assert from 'node:assert/strict'
import { test } from 'node:test'

import { insertAccounts } from '#testing/assert-single-winner.ts'
import { createCli } from '#testing/cli.ts'
import { createBackEnd, managementApp } from '#testing/management-api.ts'
import { registerAccount } from '#testing/signed-in-accounts.ts'

test('pages of accounts have no gaps and no repetitions while others come and go (MAN-05)', async (t) => {
  const foyer = await managementApp(t)
  await insertAccounts(foyer.db, 250)
  // Ids of the API are UUIDs.
  const users = await foyer.db.selectFrom('users').select('id').execute()
  const uuidOf = (index: number) => `01900000-0000-7000-8000-${String(index).padStart(12, '0')}`
  for (const [index, { id }] of users.entries())
    await foyer.db
      .updateTable('users')
      .set({ id: uuidOf(index) })
      .where('id', '=', id)
      .execute()
  const program = await createBackEnd(foyer)
  const seen: string[] = []
  let cursor: string | null = null
  do {
    const query: string = cursor === null ? '' : `&cursor=${cursor}`
    const { raw } = await program.request(`/api/admin/users?limit=30${query}`)
    const page: { data: { id: string }[]; next_cursor: string | null } = raw.json()
    seen.push(...page.data.map(({ id }) => id))
    cursor = page.next_cursor
    // The account of the cursor itself is deleted, and a newer one is created.
    if (cursor) await createCli(foyer)('user:delete', cursor, '--yes')
    const name = `new-${seen.length}`
    await foyer.db
      .insertInto('users')
      .columns(['id', 'name', 'email', 'email_key', 'event_count', 'refused_count', 'created_at'])
      .expression((eb) =>
        eb
          .selectFrom('users')
          .select(({ val }) => [
            val(`01ff0000-0000-7000-8000-${String(seen.length).padStart(12, '0')}`).as('id'),
            'name',
            val(name).as('email'),
            val(name).as('email_key'),
            'event_count',
            'refused_count',
            'created_at',
          ])
          .limit(1),
      )
      .execute()
  } while (cursor !== null)

  assert.equal(seen.length, 250)
  assert.deepEqual(
    seen,
    Array.from({ length: 250 }, (_, index) => uuidOf(249 - index)),
  )
})

test('accounts are filtered by address, state and role, and bad filters are rejected', async (t) => {
  const foyer = await managementApp(t)
  await registerAccount(foyer, foyer.browser())
  const grace = { name: 'Grace', email: 'grace@example.com', password: 'a row of quiet engines' }
  await registerAccount(foyer, foyer.browser(), grace)
  const users = foyer.db.updateTable('users')
  await users.set({ locked_at: 1, role: 'support' }).where('name', '=', 'Grace').execute()
  const program = await createBackEnd(foyer)
  const names = async (query: string) => {
    const { raw } = await program.request(`/api/admin/users?${query}`)
    return raw.json().data.map(({ name }: { name: string }) => name)
  }

  assert.deepEqual(await names(''), ['Grace', 'Ada Lovelace'])
  assert.deepEqual(await names('email=ADA@example.com'), ['Ada Lovelace'])
  assert.deepEqual(await names('email=nobody@example.com'), [])
  assert.deepEqual(await names('status=locked'), ['Grace'])
  assert.deepEqual(await names('status=verified&role=support'), ['Grace'])
  assert.deepEqual(await names('status=unverified'), [])
  for (const query of ['status=x', 'role=x', 'limit=101', 'limit=0', 'cursor=1'])
    assert.equal(await program.status(`/api/admin/users?${query}`), 422, query)
})

test('no answer of the management API contains a secret (MAN-06)', async (t) => {
  const foyer = await managementApp(t)
  await registerAccount(foyer, foyer.browser())
  const program = await createBackEnd(foyer)
  const list = await program.request('/api/admin/users')
  const [{ id }] = list.raw.json().data
  const one = await program.request(`/api/admin/users/${id}`)
  const { password_hash, record_head } = await foyer.db
    .selectFrom('users')
    .select(['password_hash', 'record_head'])
    .executeTakeFirstOrThrow()

  assert.deepEqual(Object.keys(one.raw.json()).toSorted(), [
    'attributes',
    'created_at',
    'email',
    'email_verified_at',
    'erased_at',
    'has_password',
    'id',
    'locale',
    'locked_at',
    'name',
    'role',
    'two_factor_since',
  ])
  assert.equal(one.raw.json().has_password, true)
  for (const secret of [password_hash, record_head, program.token])
    assert.ok(secret && !one.text.includes(secret) && !list.text.includes(secret))
})

test('the management API answers a wrong method with the right ones, and an unknown account with 404 (MAN-08)', async (t) => {
  const foyer = await managementApp(t)
  const program = await createBackEnd(foyer)
  const wrong = await program.request('/api/admin/users', { method: 'PUT' })

  assert.equal(wrong.status, 405)
  assert.match(wrong.header('allow') ?? '', /GET/)
  assert.equal(await program.status(`/api/admin/users/${'0'.repeat(36)}`), 404)
  assert.equal(await program.status('/api/admin/users/x'), 404)
})
