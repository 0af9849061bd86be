import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'

import type { ServicePermission } from '#app/permissions.ts'
import { eventsOf, mailsTo } from '#testing/administrator.ts'
import type { ApiClient } from '#testing/api-clients.ts'
import { createCli } from '#testing/cli.ts'
import { createBackEnd, managementApp } from '#testing/management-api.ts'
import { ada, registerAccount } from '#testing/signed-in-accounts.ts'
import { days } from '#testing/test-clock.ts'

import { managementApiFeature } from './feature.ts'
import { idempotencyKeyLifetimeMs, managedAccountLimits } from './limits.ts'

async function adaAndBackEnd(t: TestContext, permissions?: ServicePermission[]) {
  const foyer = await managementApp(t)
  const laptop = foyer.browser()
  await registerAccount(foyer, laptop)
  const { id } = await foyer.db.selectFrom('users').select('id').executeTakeFirstOrThrow()
  const program = await createBackEnd(foyer, permissions && { permissions })
  const path = `/api/admin/users/${id}`
  return { foyer, laptop, id, program, path }
}

function post(program: ApiClient, path: string, body: object = {}, key?: string) {
  const headers = key ? { 'idempotency-key': key } : {}
  return program.request(path, { method: 'POST', body, headers })
}

test('every change by a service is in the log of the account, with the name of the service and the reason (MAN-13)', async (t) => {
  const { foyer, laptop, id, program, path } = await adaAndBackEnd(t)
  const before = (await eventsOf(foyer, id)).length
  const body = { reason: 'Unpaid invoice' }

  const users = foyer.db.updateTable('users')
  await users.set({ email_verified_at: null }).where('id', '=', id).execute()
  const sendLinks = ['send-password-link', 'send-verification']
  for (const change of [...sendLinks, 'end-sessions', 'lock', 'unlock', 'export'])
    assert.equal((await post(program, `${path}/${change}`, body)).status, 204, change)
  const put = { method: 'PUT', body: { role: 'support', ...body } } as const
  assert.equal((await program.request(`${path}/role`, put)).status, 204)
  assert.equal((await program.request(path, { method: 'DELETE', body })).status, 204)
  assert.equal((await program.request(`${path}/deletion`, { method: 'DELETE', body })).status, 204)

  const events = (await eventsOf(foyer, id)).slice(before)
  assert.deepEqual(
    events.map(({ type, data }) => [type, data.by].filter(Boolean)),
    [
      ['password.reset-requested'],
      ['address.verification-sent'],
      ['session.ended', 'service'],
      ['account.locked', 'service'],
      ['account.unlocked', 'service'],
      ['data-export.requested'],
      ['role.changed'],
      ['account.leaving'],
      ['account.returned', 'page'],
    ],
  )
  for (const { data, ip, user_agent } of events) {
    const { name } = { name: 'Billing' }
    assert.deepEqual(data.performedBy, {
      kind: 'service',
      id: program.id,
      name,
      reason: 'Unpaid invoice',
    })
    assert.deepEqual([ip, user_agent], [null, null])
  }
  assert.equal((await laptop.visit('dashboard')).location, '/login')
  assert.ok((await mailsTo(foyer, ada.email)).includes('Your account was locked'))
})

test('a service creates an account once, and its owner is mailed a link to set a password (MAN-17)', async (t) => {
  const foyer = await managementApp(t)
  const program = await createBackEnd(foyer)
  const grace = { name: 'Grace Hopper', email: 'grace@example.com' }

  const created = await post(program, '/api/admin/users', grace)
  const again = await post(program, '/api/admin/users', { ...grace, email: 'GRACE@example.com' })
  const wrong = await post(program, '/api/admin/users', { ...grace, email: 'x', role: 'admin' })
  const { id } = created.raw.json()
  const shown = (await program.request(`/api/admin/users/${id}`)).raw.json()

  assert.equal(created.status, 201)
  assert.deepEqual([again.status, wrong.status], [422, 422])
  assert.partialDeepStrictEqual(shown, { ...grace, role: null, email_verified_at: null })
  const [event] = await eventsOf(foyer, id)
  assert.equal(event?.data.performedBy.name, 'Billing')
  assert.equal((await mailsTo(foyer, grace.email)).length, 1)
})

test('a service sends, lists and revokes invitations (MAN-18)', async (t) => {
  const foyer = await managementApp(t)
  const program = await createBackEnd(foyer, { permissions: ['invitations.manage'] })
  const email = 'grace@example.com'

  assert.equal((await post(program, '/api/admin/invitations', { email, days: 2 })).status, 204)
  assert.equal((await post(program, '/api/admin/invitations', { email, days: 0 })).status, 422)
  const { data } = (await program.request('/api/admin/invitations')).raw.json()
  const path = `/api/admin/invitations/${data[0].id}`

  assert.equal(data[0].email, email)
  assert.equal(await program.status(path, { method: 'DELETE' }), 204)
  assert.equal(await program.status(path, { method: 'DELETE' }), 404)
  assert.equal((await mailsTo(foyer, email)).length, 1)
})

test('concurrent requests with one idempotency key have one effect and one answer (MAN-09)', async (t) => {
  const foyer = await managementApp(t)
  const program = await createBackEnd(foyer)
  const other = await createBackEnd(foyer)
  const grace = { name: 'Grace Hopper', email: 'grace@example.com' }

  const answers = await Promise.all(
    Array.from({ length: 8 }, () => post(program, '/api/admin/users', grace, 'order-17')),
  )
  const ofOther = await post(other, '/api/admin/users', grace, 'order-17')

  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([201]))
  assert.equal(new Set(answers.map(({ text }) => text)).size, 1)
  assert.equal(answers.filter((it) => it.header('idempotency-replayed') === 'true').length, 7)
  assert.equal((await foyer.events('account.created')).length, 1)
  assert.equal((await mailsTo(foyer, grace.email)).length, 1)
  assert.equal(ofOther.status, 422)
  assert.match(ofOther.text, /already has an account/)
})

test('an idempotency key is for one request, is not spent by an error, and expires (MAN-10)', async (t) => {
  const { foyer, program, path } = await adaAndBackEnd(t)
  const key = 'a'.repeat(255)

  const unverified = await post(program, '/api/admin/users', ada, key)
  const first = await post(program, `${path}/lock`, {}, key)
  const otherBody = await post(program, `${path}/lock`, { reason: 'Other' }, key)
  const otherPath = await post(program, `${path}/unlock`, {}, key)
  const repeated = await post(program, `${path}/lock`, {}, key)
  const invalid = await post(program, `${path}/lock`, {}, `${key}a`)
  const spaces = await post(program, `${path}/lock`, {}, 'two words')

  const statuses = [unverified, first, otherBody, otherPath, repeated, invalid, spaces]
  assert.deepEqual(
    statuses.map(({ status }) => status),
    [422, 204, 422, 422, 204, 422, 422],
  )
  const stored = await foyer.db.selectFrom('service_requests').selectAll().execute()
  assert.equal(stored.length, 1)
  assert.ok(!JSON.stringify(stored).includes(key) && !JSON.stringify(stored).includes(ada.email))
  assert.equal((await foyer.events('account.locked')).length, 1)
  foyer.clock.advance(idempotencyKeyLifetimeMs)
  await managementApiFeature.prune?.(foyer.db, foyer.clock.now())
  assert.equal((await post(program, `${path}/unlock`, {}, key)).status, 204)
})

test('a token can neither assign nor remove a role with a permission that it lacks (MAN-11)', async (t) => {
  const { foyer, program, path, id } = await adaAndBackEnd(t, [
    'roles.assign',
    'accounts.view',
    'accounts.help',
    'accounts.lock',
    'admin.access',
    'support-access.request',
  ])
  const change = (role: string | null) =>
    program.status(`${path}/role`, { method: 'PUT', body: { role } })

  assert.equal(await change('admin'), 403)
  assert.equal(await change('owner'), 422)
  assert.equal(await change('support'), 204)
  await createCli(foyer)('user:role', id, 'admin', '--yes')
  assert.equal(await change(null), 403)
  assert.equal(await change('support'), 403)
  const { role } = await foyer.db.selectFrom('users').select('role').executeTakeFirstOrThrow()
  assert.equal(role, 'admin')
})

test('a token cannot change an account whose role has a permission that it lacks (MAN-12)', async (t) => {
  const { foyer, program, path, id } = await adaAndBackEnd(t, [
    'accounts.lock',
    'accounts.help',
    'accounts.delete',
    'accounts.edit',
  ])
  await createCli(foyer)('user:role', id, 'support', '--yes')
  const before = (await eventsOf(foyer, id)).length

  for (const change of ['lock', 'unlock', 'end-sessions', 'send-password-link', 'reset-two-factor'])
    assert.equal((await post(program, `${path}/${change}`)).status, 403, change)
  assert.equal(await program.status(path, { method: 'DELETE' }), 403)
  const patch = { method: 'PATCH', body: { attributes: {} } } as const
  assert.equal(await program.status(`${path}/attributes`, patch), 403)
  assert.equal((await eventsOf(foyer, id)).length, before)
})

test('a lock by the operator needs the permission to edit accounts (MAN-19)', async (t) => {
  const { foyer, program, path, id } = await adaAndBackEnd(t, ['accounts.lock'])
  const editor = await createBackEnd(foyer, { permissions: ['accounts.lock', 'accounts.edit'] })
  await createCli(foyer)('user:lock', id, '--yes')

  assert.equal((await post(program, `${path}/unlock`)).status, 403)
  assert.equal((await post(editor, `${path}/unlock`)).status, 204)
  assert.equal((await post(program, `${path}/lock`)).status, 204)
  assert.equal((await post(program, `${path}/unlock`)).status, 204)
})

test('services cannot flood an account with changes; a repeated request does not count (MAN-20)', async (t) => {
  const { foyer, program, path } = await adaAndBackEnd(t)
  const statuses: number[] = []
  const { limit } = managedAccountLimits.perAccount
  assert.equal((await post(program, `${path}/lock`, {}, 'lock-1')).status, 204)
  for (let i = 0; i <= limit; i++)
    statuses.push((await post(program, `${path}/end-sessions`)).status)

  assert.deepEqual(statuses.slice(-3), [204, 429, 429])
  assert.equal((await post(program, `${path}/lock`, {}, 'lock-1')).status, 204)
  assert.equal((await post(program, `${path}/lock`, {}, 'lock-2')).status, 429)
  foyer.clock.advance(1 * days)
  assert.equal((await post(program, `${path}/lock`)).status, 204)
})
