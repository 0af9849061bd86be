import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'

import { createBackEnd } from '#testing/management-api.ts'
import { confirmPassword } from '#testing/signed-in-accounts.ts'
import {
  changeRole,
  handOver,
  isPending,
  mailsTo,
  removeFromTeam,
  reportTakeover,
  requestDeletion,
  setRoleGivers,
  thiefAndGrace,
} from '#testing/team-takeover.ts'
import { addMember, userId } from '#testing/teams.ts'
import type { TestApp } from '#testing/test-app.ts'
import type { TestBrowser } from '#testing/test-browser.ts'
import { days } from '#testing/test-clock.ts'

import { maxMembersInMail } from './limits.ts'

const toCheck = /^Check who joined/

/** Lets in a member who has confirmed that it is them. */
async function letIn(foyer: TestApp, by: TestBrowser, name: string, role = 'member') {
  const browser = await addMember(foyer, by, { name, role })
  await confirmPassword(browser)
  return browser
}

test('an accomplice who lowers their own role, or hands the ownership back, is still in the mail (TEA-161)', async (t) => {
  const { foyer, thief } = await thiefAndGrace(t)
  const eve = await letIn(foyer, thief, 'Eve')
  const mallory = await letIn(foyer, thief, 'Mallory')
  await handOver(foyer, { from: thief, to: eve, name: 'Eve', shared: true })
  await changeRole(foyer, eve, { name: 'Eve', role: 'admin' })
  await handOver(foyer, { from: thief, to: mallory, name: 'Mallory', shared: false })
  await handOver(foyer, { from: mallory, to: thief, name: 'Ada', shared: false })

  await reportTakeover(foyer)

  const [mail] = await mailsTo(foyer, 'Grace', toCheck)
  assert.match(mail?.text ?? '', /Eve/)
  assert.match(mail?.text ?? '', /Mallory/)
})

test('an accomplice with a lowered role who removes the account takes nothing over (TEA-160)', async (t) => {
  const { foyer, thief } = await thiefAndGrace(t)
  const eve = await letIn(foyer, thief, 'Eve')
  await handOver(foyer, { from: thief, to: eve, name: 'Eve', shared: true })
  await changeRole(foyer, eve, { name: 'Eve', role: 'admin' })
  await requestDeletion(thief)
  await changeRole(foyer, thief, { name: 'Ada', role: 'admin' })
  await removeFromTeam(foyer, eve, 'Ada')

  await reportTakeover(foyer)

  assert.equal(await isPending(foyer), false)
})

test('nor does a second account that the accomplice let in (TEA-160)', async (t) => {
  const { foyer, thief } = await thiefAndGrace(t)
  const eve = await letIn(foyer, thief, 'Eve', 'admin')
  const mallory = await letIn(foyer, eve, 'Mallory', 'admin')
  await requestDeletion(thief)
  await changeRole(foyer, thief, { name: 'Ada', role: 'admin' })
  await removeFromTeam(foyer, mallory, 'Ada')

  await reportTakeover(foyer)

  assert.equal(await isPending(foyer), false)
  const [mail] = await mailsTo(foyer, 'Grace', toCheck)
  assert.match(mail?.text ?? '', /Eve/)
  assert.match(mail?.text ?? '', /Mallory/)
})

/** Eve, whom the thief let in and made the only owner, and Grace, an admin who has nothing to do with it. */
async function accompliceWhoOwns(t: TestContext) {
  const scene = await thiefAndGrace(t)
  const { foyer, thief } = scene
  await changeRole(foyer, thief, { name: 'Grace', role: 'admin' })
  const eve = await letIn(foyer, thief, 'Eve')
  await handOver(foyer, { from: thief, to: eve, name: 'Eve', shared: false })
  return { ...scene, eve }
}

test('the account and the admins get the mails that only an accomplice would get as the owner (TEA-168)', async (t) => {
  const { foyer } = await accompliceWhoOwns(t)

  await reportTakeover(foyer)

  assert.equal((await mailsTo(foyer, 'Ada', toCheck)).length, 1)
  assert.equal((await mailsTo(foyer, 'Grace', toCheck)).length, 1)
  assert.deepEqual(await mailsTo(foyer, 'Eve', toCheck), [])
})

test('a report cancels the deletion that an accomplice asked for (TEA-168)', async (t) => {
  const { foyer, eve } = await accompliceWhoOwns(t)
  await requestDeletion(eve)

  await reportTakeover(foyer)

  assert.equal(await isPending(foyer), false)
})

test('neither a name like a list nor many changes of roles hide an accomplice in the mail (TEA-161)', async (t) => {
  const { foyer, thief } = await thiefAndGrace(t)
  await letIn(foyer, thief, 'Eve')
  const eve = { user: await userId(foyer, 'Eve'), name: 'Alan Turing, Grace Hopper' }
  await foyer.db.updateTable('users').set({ name: eve.name }).where('id', '=', eve.user).execute()
  await addMembersWithRoleFromAda(foyer, maxMembersInMail + 1)

  await reportTakeover(foyer)

  const [mail] = await mailsTo(foyer, 'Grace', toCheck)
  assert.match(mail?.text ?? '', /^Alan Turing, Grace Hopper \(eve@example\.com\)$/m)
  assert.match(mail?.text ?? '', /^And 2 others\.$/m)
  const left = foyer.db.selectFrom('team_members').select('user_id')
  assert.equal((await left.where('role_given_by', 'is not', null).execute()).length, 2)
})

/** A member whom somebody else let in long ago. */
async function addMembersWithRoleFromAda(foyer: TestApp, count: number): Promise<void> {
  const { id: team_id } = await foyer.db.selectFrom('teams').select('id').executeTakeFirstOrThrow()
  const ids = Array.from({ length: count }, (_, index) => `00000000-${index}`)
  const counts = { created_at: 0, event_count: 0, refused_count: 0 }
  const people = ids.map((id) => ({ ...counts, id, name: id, email: id, email_key: id }))
  await foyer.db.insertInto('users').values(people).execute()
  const given = {
    role: 'admin',
    joined_at: 0,
    role_given_by: await userId(foyer, 'Ada'),
    role_given_at: foyer.clock.now() + 1,
  }
  const members = ids.map((user_id) => ({ team_id, user_id, ...given }))
  await foyer.db.insertInto('team_members').values(members).execute()
}

test('a removed founder keeps no hold on a team whose members they let in long ago (TEA-169)', async (t) => {
  const { foyer, thief: ada, grace } = await thiefAndGrace(t)
  await setRoleGivers(foyer, 'Ada')
  const role_given_at = foyer.clock.now() - 31 * days
  await foyer.db.updateTable('team_members').set({ role_given_at }).execute()
  await requestDeletion(ada)
  await removeFromTeam(foyer, grace, 'Ada')

  await reportTakeover(foyer)

  assert.equal(await isPending(foyer), true)
})

test('nor on one from which the operator removed them (TEA-169)', async (t) => {
  const { foyer, thief: ada } = await thiefAndGrace(t, { MANAGEMENT_API: 'on' })
  await setRoleGivers(foyer, 'Ada')
  const program = await createBackEnd(foyer, { permissions: ['teams.view', 'teams.manage'] })
  const { id } = await foyer.db.selectFrom('teams').select('id').executeTakeFirstOrThrow()
  await requestDeletion(ada)
  const path = `/api/admin/teams/${id}/members/${await userId(foyer, 'Ada')}`
  const body = { reason: 'Left the company' }
  assert.equal((await program.request(path, { method: 'DELETE', body })).status, 204)

  await reportTakeover(foyer)

  assert.equal(await isPending(foyer), true)
})
