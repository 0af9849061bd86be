import assert from 'node:assert/strict'
import { test } from 'node:test'

import { rolePermissions } from '#app/permissions.ts'
import { systemActor } from '#app/platform/actor.ts'
import { Forbidden } from '#app/platform/errors.ts'
import { actionContext } from '#testing/action-context.ts'
import { adminAndAccount, grace } from '#testing/administrator.ts'
import { createCli } from '#testing/cli.ts'
import { ada, confirmPassword } from '#testing/signed-in-accounts.ts'
import type { TestApp } from '#testing/test-app.ts'

import { assignRole } from './assign-role.ts'

/** Runs the work once, after a request was let in and before its change. */
function betweenCheckAndChange({ app }: TestApp, work: () => Promise<unknown>): void {
  const { limits } = app
  const hit = limits.hit.bind(limits)
  limits.hit = async (...args) => {
    limits.hit = hit
    await work()
    return hit(...args)
  }
}

const changes = ['lock', 'end-sessions', 'send-password-link', 'reset-two-factor', 'delete']

test('an administrator who loses the role while a request runs changes nothing (ADM-80)', async (t) => {
  const { foyer, change } = await adminAndAccount(t, 'admin')
  const cli = createCli(foyer)
  const before = (await foyer.events()).length

  for (const action of changes) {
    betweenCheckAndChange(foyer, () => cli('user:role', ada.email, 'none', '--yes'))
    assert.equal((await change(action)).status, 403, action)
    await cli('user:role', ada.email, 'admin', '--yes')
  }

  const events = (await foyer.events()).filter(({ type }) => type !== 'role.changed')
  assert.equal(events.length, before - 1)
})

test('an administrator whose session ends while a request runs changes nothing (ADM-80)', async (t) => {
  const { foyer, change } = await adminAndAccount(t, 'admin')

  betweenCheckAndChange(foyer, () => createCli(foyer)('user:lock', ada.email, '--yes'))

  assert.equal((await change('delete')).status, 403)
  assert.deepEqual(await foyer.events('account.leaving'), [])
})

test('support does not lock somebody who has just become an administrator (ADM-80)', async (t) => {
  const { foyer, change } = await adminAndAccount(t, 'support')

  betweenCheckAndChange(foyer, () => createCli(foyer)('user:role', grace.email, 'admin', '--yes'))

  assert.equal((await change('lock')).status, 403)
  assert.deepEqual(await foyer.events('account.locked'), [])
})

test('of two administrators who lock or delete each other at the same time, one stays (ADM-81)', async (t) => {
  for (const action of ['lock', 'delete']) {
    const { foyer, other, id, change } = await adminAndAccount(t, 'admin')
    await createCli(foyer)('user:role', grace.email, 'admin', '--yes')
    await confirmPassword(other)
    const users = foyer.db.selectFrom('users').select('id')
    const { id: own } = await users.where('id', '!=', id).executeTakeFirstOrThrow()
    const body = { reason: 'A test' }

    await Promise.all([
      change(action),
      other.json(`/admin/accounts/${own}/${action}`, { method: 'POST', body }),
    ])

    const left = users.where('locked_at', 'is', null).where('leaves_at', 'is', null)
    assert.equal((await left.execute()).length, 1, action)
  }
})

test('the last administrator cannot delete their own account, nor the last two at once (ADM-82)', async (t) => {
  const { foyer, laptop, other } = await adminAndAccount(t, 'admin')
  const destroy = async (browser: typeof laptop, confirmation: string) =>
    browser.json('/user', { method: 'DELETE', body: { confirmation } })

  const refused = await destroy(laptop, ada.email)
  await createCli(foyer)('user:role', grace.email, 'admin', '--yes')
  await confirmPassword(other)
  const both = await Promise.all([destroy(laptop, ada.email), destroy(other, grace.email)])

  assert.equal(refused.status, 422)
  assert.match(refused.raw.json().errors.confirmation[0], /only administrator/)
  assert.deepEqual(both.map(({ status }) => status).toSorted(), [204, 422])
})

test('without the admin area the last administrator can delete their own account (ADM-82)', async (t) => {
  const { laptop } = await adminAndAccount(t, 'admin', { ADMIN: 'off' })
  const body = { confirmation: ada.email }
  assert.equal((await laptop.json('/user', { method: 'DELETE', body })).status, 204)
})

test('nobody can assign a role that permits more than their own (ADM-83)', async (t) => {
  const { foyer, id } = await adminAndAccount(t, 'admin')
  const context = actionContext(foyer, foyer.db, foyer.clock.now())
  const assign = (permissions: typeof rolePermissions | ['roles.assign']) =>
    foyer.db.transaction().execute((db) => {
      const change = { context: { ...context, db }, actor: systemActor(id, context.now) }
      return assignRole({ ...change, permissions }, 'admin')
    })

  await assert.rejects(assign(['roles.assign']), Forbidden)
  await assign(rolePermissions)
})
