import assert from 'node:assert/strict'
import { test } from 'node:test'

import { permissionsOfRole, roleNames } from '#app/permissions.ts'
import { createCli } from '#testing/cli.ts'
import { ada, signedInAda } from '#testing/signed-in-accounts.ts'

test('a role counts from the next request of a running session, and its loss too (ROL-01)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const cli = createCli(foyer)
  const permissions = async () =>
    Object((await laptop.visit('dashboard')).page.props['auth']).user.permissions

  assert.equal(await permissions(), undefined)
  await cli('user:role', ada.email, 'support', '--yes')
  assert.deepEqual(await permissions(), permissionsOfRole('support'))
  await cli('user:role', ada.email, 'none', '--yes')
  assert.equal(await permissions(), undefined)
})

test('a role that is not declared permits nothing (ROL-02)', () => {
  for (const name of ['owner', 'constructor', '__proto__', '', null])
    assert.deepEqual(permissionsOfRole(name), [])
})

test('a change of role is recorded, mailed, and shown in Time Travel (ROL-03)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)

  await createCli(foyer)('user:role', ada.email, 'admin', '--yes')

  const event = (await foyer.events()).at(-1)
  assert.deepEqual([event?.type, event?.data], ['role.changed', { before: null, after: 'admin' }])
  assert.equal((await foyer.mails()).at(0)?.subject, 'Your role was changed')
  const { page } = await laptop.visit('time-travel.index')
  assert.partialDeepStrictEqual(page.props['present'], { role: 'admin' })
})

test('a form or the API cannot set the role of its own account (ROL-04)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)

  await laptop.visit('user-profile-information.update', { name: 'Ada', role: 'admin' })

  const { role } = await foyer.db.selectFrom('users').select('role').executeTakeFirstOrThrow()
  assert.equal(role, null)
})

test('the operator creates the first administrator, and only with a declared role (ROL-05)', async (t) => {
  const { foyer } = await signedInAda(t)
  const cli = createCli(foyer)

  const created = await cli('user:create', 'root@example.com', '--name', 'Root', '--admin')
  const unknown = await cli('user:role', ada.email, 'root', '--yes')
  const again = await cli('user:role', 'root@example.com', 'admin', '--yes')

  assert.deepEqual([created.status, unknown.status, again.status], [0, 2, 1])
  const rows = await foyer.db
    .selectFrom('users')
    .select(['email', 'role'])
    .orderBy('email')
    .execute()
  assert.deepEqual(rows, [
    { email: ada.email, role: null },
    { email: 'root@example.com', role: 'admin' },
  ])
  assert.deepEqual(roleNames, ['support', 'admin'])
})
