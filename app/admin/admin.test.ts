import assert from 'node:assert/strict'
import { test } from 'node:test'

import { type Route, routes } from '#app/routes.ts'
import { adminAndAccount, eventsOf, grace } from '#testing/administrator.ts'
import { createCli } from '#testing/cli.ts'
import { examplePath } from '#testing/example-path.ts'
import { ada, confirmPassword } from '#testing/signed-in-accounts.ts'
import type { TestBrowser } from '#testing/test-browser.ts'
import { hours } from '#testing/test-clock.ts'

const roleRoutes = Object.entries(routes).flatMap(([name, route]: [string, Route]) =>
  route.access === 'role' ? { name, ...route, path: examplePath(route) } : [],
)

async function send(
  browser: TestBrowser,
  { path, method }: Pick<Route, 'method'> & { path: string },
) {
  const form = { reason: 'A test', role: 'admin', email: 'new@example.com' }
  const body = method !== 'GET' && { body: form }
  return browser.json(path, { method, ...body })
}

test('no route of the admin area exists for an account without a role, nor after losing it (ADM-01)', async (t) => {
  const { foyer, laptop, other } = await adminAndAccount(t, 'admin')
  await confirmPassword(other)
  const statuses = async (browser: TestBrowser) =>
    new Set(
      (await Promise.all(roleRoutes.map((route) => send(browser, route)))).map((it) => it.status),
    )

  assert.ok(roleRoutes.length > 12)
  assert.deepEqual(await statuses(other), new Set([404]))
  await createCli(foyer)('user:role', ada.email, 'none', '--yes')
  assert.deepEqual(await statuses(laptop), new Set([404]))
})

test('a role reaches only the routes of its permissions (ADM-02)', async (t) => {
  const { laptop } = await adminAndAccount(t, 'support')
  const forbidden: string[] = []
  for (const route of roleRoutes)
    if ((await send(laptop, route)).status === 403) forbidden.push(route.name)

  assert.deepEqual(forbidden.toSorted(), [
    'admin.account.change-role',
    'admin.account.correct-address',
    'admin.account.delete',
    'admin.account.export',
    'admin.account.keep',
    'admin.account.reset-two-factor',
    'admin.invitation.resend',
    'admin.invitation.revoke',
    'admin.invitation.store',
    'admin.invitations',
    'admin.job.retry',
    'admin.jobs',
    'admin.settings',
    'admin.team',
    'admin.team.delete',
    'admin.team.keep',
    'admin.team.seat-limit',
    'admin.teams',
    'admin.waiting.invite',
    'admin.waiting.remove',
    'admin.webhook',
    'admin.webhook-secret.store',
    'admin.webhook.replay',
    'admin.webhook.update',
    'admin.webhooks',
  ])
})

test('the admin area asks for a recent confirmation, also for its pages (ADM-03)', async (t) => {
  const { foyer, laptop, change } = await adminAndAccount(t, 'admin')
  foyer.clock.advance(1 * hours)
  assert.equal((await change('change-role', { reason: 'A test', role: 'support' })).status, 423)
  assert.equal((await change('end-sessions')).status, 200)
  await foyer.db.updateTable('sessions').set({ confirmed_at: null }).execute()
  assert.equal((await laptop.visit('admin.accounts')).location, '/user/confirm-password')
  assert.equal((await change('end-sessions')).status, 423)
})

test('with ADMIN=off, and from another network, no route of the admin area exists (ADM-04)', async (t) => {
  const off = await adminAndAccount(t, 'admin', { ADMIN: 'off' })
  const elsewhere = await adminAndAccount(t, 'admin', { ADMIN_NETWORKS: '192.0.2.0/24' })

  for (const { laptop } of [off, elsewhere]) {
    assert.equal((await laptop.visit('admin.accounts')).status, 404)
  }
  const { user } = Object((await off.laptop.visit('dashboard')).page.props['auth'])
  assert.equal(user.permissions, undefined)
  assert.doesNotMatch((await off.laptop.open('/dashboard')).text, /admin\.|\/admin/)
})

test('every change is in the log of the account, with administrator and reason but not their device (ADM-05)', async (t) => {
  const { foyer, id, change } = await adminAndAccount(t, 'admin')
  const before = (await eventsOf(foyer, id)).length
  const users = foyer.db.updateTable('users')
  await users.set({ email_verified_at: null }).where('id', '=', id).execute()

  for (const action of [
    'send-password-link',
    'send-verification',
    'end-sessions',
    'lock',
    'unlock',
    'export',
    'delete',
    'keep',
  ])
    assert.equal((await change(action)).status, 200, action)
  await change('change-role', { reason: 'She asked by phone', role: 'support' })

  const events = (await eventsOf(foyer, id)).slice(before)
  assert.deepEqual(
    events.map(({ type }) => type),
    [
      'password.reset-requested',
      'address.verification-sent',
      'session.ended',
      'account.locked',
      'account.unlocked',
      'data-export.requested',
      'account.leaving',
      'account.returned',
      'role.changed',
    ],
  )
  for (const { data, ip, user_agent } of events) {
    assert.partialDeepStrictEqual(data.performedBy, {
      kind: 'administrator',
      name: ada.name,
      reason: 'She asked by phone',
    })
    assert.deepEqual([ip, user_agent], [null, null])
  }
})

test('a change without a reason is rejected, and changes nothing (ADM-06)', async (t) => {
  const { foyer, id, change } = await adminAndAccount(t, 'admin')
  const before = await eventsOf(foyer, id)

  for (const body of [{}, { reason: '' }, { reason: ' \u200b ' }, { reason: 'x'.repeat(500) }])
    assert.equal((await change('lock', body)).status, 422)

  assert.deepEqual(await eventsOf(foyer, id), before)
})

test('support cannot change an account with a role, nor administrators their own account (ADM-07)', async (t) => {
  const { foyer, laptop, change } = await adminAndAccount(t, 'support')
  await createCli(foyer)('user:role', grace.email, 'admin', '--yes')
  const { id: own } = await foyer.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', ada.email)
    .executeTakeFirstOrThrow()

  assert.equal((await change('end-sessions')).status, 403)
  assert.equal((await change('lock')).status, 403)
  await createCli(foyer)('user:role', ada.email, 'admin', '--yes')
  const body = { reason: 'A test', role: 'support' }
  const ownRole = `/admin/accounts/${own}/change-role`
  assert.equal((await laptop.json(ownRole, { method: 'POST', body })).status, 403)
  assert.equal((await change('lock')).status, 200)
})

test('of two administrators who take away each other’s role at the same time, one stays (ADM-08)', async (t) => {
  const { foyer, laptop, other, id, change } = await adminAndAccount(t, 'admin')
  await createCli(foyer)('user:role', grace.email, 'admin', '--yes')
  await confirmPassword(other)
  const { id: own } = await foyer.db
    .selectFrom('users')
    .select('id')
    .where('id', '!=', id)
    .executeTakeFirstOrThrow()
  const body = { reason: 'A test', role: 'none' }

  await Promise.all([
    change('change-role', body),
    other.json(`/admin/accounts/${own}/change-role`, { method: 'POST', body }),
  ])

  const admins = await foyer.db
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'admin')
    .execute()
  assert.equal(admins.length, 1)
  assert.equal((await laptop.visit('dashboard')).status, 200)
})

test('the page of an account shows neither addresses and names of devices nor what its events contain (ADM-09)', async (t) => {
  const { foyer, laptop, other, id } = await adminAndAccount(t, 'support')
  await other.visit('user-profile-information.update', { name: 'Secret Name Before' })
  await other.visit('user-profile-information.update', { name: 'Grace' })
  await foyer.db.updateTable('sessions').set({ name: 'Mum’s iPad' }).execute()

  const { page } = await laptop.visitPath(`/admin/accounts/${id}`)

  assert.equal(page.component, 'Admin/Account')
  const shown = JSON.stringify(page.props)
  assert.ok(!shown.includes('Secret Name Before') && !shown.includes('iPad'))
  assert.ok(!shown.includes('127.0.0.1') && !shown.includes('password_hash'))
  assert.deepEqual(page.props['readOnlyReason'], null)
})
