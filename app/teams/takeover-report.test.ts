import assert from 'node:assert/strict'
import { test } from 'node:test'

import { features } from '#app/features.ts'
import { pruneExpired } from '#app/platform/maintenance/prune-expired.ts'
import { notMeLink } from '#testing/account-takeover.ts'
import { createCli } from '#testing/cli.ts'
import { ada as adaPerson, confirmPassword } from '#testing/signed-in-accounts.ts'
import {
  changeRole,
  handOver,
  isPending,
  mailsTo,
  openLink,
  removeFromTeam,
  reportTakeover,
  requestDeletion,
  setRoleGivers,
  thiefAndGrace,
} from '#testing/team-takeover.ts'
import { createTeamClient } from '#testing/team-tokens.ts'
import {
  accept,
  addMember,
  enginesPath,
  invitationLink,
  person,
  registered,
  userId,
} from '#testing/teams.ts'
import type { TestApp } from '#testing/test-app.ts'
import type { TestBrowser } from '#testing/test-browser.ts'
import { days } from '#testing/test-clock.ts'

async function cancelDeletion(browser: TestBrowser): Promise<void> {
  const path = `${enginesPath}/deletion`
  assert.equal((await browser.json(path, { method: 'DELETE', body: {} })).status, 200)
}

async function logged({ db }: TestApp, type: string): Promise<{ by: string | null }[]> {
  const rows = await db
    .selectFrom('team_events')
    .select('data')
    .where('type', '=', type)
    .orderBy('seq')
    .execute()
  return rows.map(({ data }) => JSON.parse(data))
}

test('a report cancels the deletion of a team that the thief asked for, and every member learns of it (TEA-160)', async (t) => {
  const { foyer, thief, grace } = await thiefAndGrace(t)
  await addMember(foyer, grace, { name: 'Alan' })
  await requestDeletion(thief)

  await reportTakeover(foyer)

  assert.equal(await isPending(foyer), false)
  const [cancelled] = await logged(foyer, 'team.deletion-cancelled')
  assert.equal(cancelled?.by, await userId(foyer, 'Ada'))
  assert.equal((await foyer.events('team.deletion-cancelled')).length, 1)
  for (const name of ['Ada', 'Grace', 'Alan']) {
    const [mail] = await mailsTo(foyer, name, /won't be deleted/)
    assert.match(mail?.text ?? '', /may have been taken over/)
  }
  await pruneExpired({ db: foyer.db }, foyer.clock.now() + 60 * days, features)
  assert.equal((await foyer.db.selectFrom('teams').select('id').execute()).length, 1)
})

test('a report cancels the deletion of a team that the thief has left since (TEA-160)', async (t) => {
  const { foyer, thief } = await thiefAndGrace(t)
  await requestDeletion(thief)
  await thief.json(`${enginesPath}/membership`, { method: 'DELETE' })

  await reportTakeover(foyer)

  assert.equal(await isPending(foyer), false)
})

test('a report leaves the deletion that another owner asked for last, or kept when removing the account, and so does a lock (TEA-160)', async (t) => {
  const { foyer, thief, grace } = await thiefAndGrace(t)
  const cli = createCli(foyer)
  await requestDeletion(thief)
  await cli('user:lock', adaPerson.email, '--yes')
  assert.equal(await isPending(foyer), true)
  await cli('user:unlock', adaPerson.email, '--yes')
  await cancelDeletion(grace)
  await requestDeletion(grace)

  await reportTakeover(foyer)
  assert.equal(await isPending(foyer), true)
})

test('a removed owner cancels no deletion with a later report (TEA-160)', async (t) => {
  const { foyer, thief, grace } = await thiefAndGrace(t)
  await requestDeletion(thief)
  await removeFromTeam(foyer, grace, 'Ada')

  await reportTakeover(foyer)

  assert.equal(await isPending(foyer), true)
})

test('one who removes the owner that they have their role from hides nothing from a later report (TEA-160)', async (t) => {
  const { foyer, thief, grace } = await thiefAndGrace(t)
  await setRoleGivers(foyer, 'Ada')
  await requestDeletion(thief)
  await removeFromTeam(foyer, grace, 'Ada')

  await reportTakeover(foyer)

  assert.equal(await isPending(foyer), false)
})

test('a report after the grace period brings no team back (TEA-160)', async (t) => {
  const { foyer, thief } = await thiefAndGrace(t)
  await requestDeletion(thief)
  foyer.clock.advance(60 * days)
  const link = await notMeLink(foyer, adaPerson)

  const [status] = await Promise.all([
    openLink(foyer, link),
    pruneExpired({ db: foyer.db }, foyer.clock.now(), features),
  ])

  assert.ok(status < 500)
  await pruneExpired({ db: foyer.db }, foyer.clock.now(), features)
  assert.deepEqual(await foyer.db.selectFrom('teams').select('id').execute(), [])
})

test('two reports at once cancel the deletion once, and mail once (TEA-160)', async (t) => {
  const { foyer, thief, grace } = await thiefAndGrace(t)
  const links = [await notMeLink(foyer, adaPerson), await notMeLink(foyer, adaPerson)]
  await addMember(foyer, thief, { name: 'Eve', role: 'admin' })
  await requestDeletion(thief)

  const statuses = await Promise.all(links.map((link) => openLink(foyer, link)))

  assert.ok(statuses.every((status) => status < 500))
  assert.equal((await logged(foyer, 'team.deletion-cancelled')).length, 1)
  assert.equal((await mailsTo(foyer, 'Grace', /won't be deleted/)).length, 1)
  assert.equal((await mailsTo(foyer, 'Grace', /^Check who joined/)).length, 1)
  assert.equal((await grace.visit('dashboard')).status, 200)
})

test('after a report, the owners learn whom the account let in or gave a role lately, and no others (TEA-161)', async (t) => {
  const { foyer, thief, grace } = await thiefAndGrace(t)
  await addMember(foyer, grace, { name: 'Alan' })
  await foyer.db.updateTable('team_members').set({ role_given_at: 1 }).execute()
  await addMember(foyer, thief, { name: 'Eve', role: 'admin' })
  await addMember(foyer, grace, { name: 'Mallory' })
  await changeRole(foyer, thief, { name: 'Mallory', role: 'admin' })
  await addMember(foyer, grace, { name: 'Edith' })

  await reportTakeover(foyer)

  const mails = await mailsTo(foyer, 'Grace', /^Check who joined the team Analytical Engines/)
  assert.equal(mails.length, 1)
  assert.match(
    mails[0]?.text ?? '',
    /30 days.+:\s+Eve \(eve@example\.com\)\s+Mallory \(mallory@example\.com\)/s,
  )
  assert.doesNotMatch(mails[0]?.text ?? '', /Alan|Edith/)
  assert.equal((await mailsTo(foyer, 'Ada', /^Check who joined/)).length, 1)
  assert.deepEqual(await mailsTo(foyer, 'Eve', /^Check who joined/), [])
})

test('members whom a token of the account invited, and an owner who accepted its offer, are among them (TEA-161)', async (t) => {
  const { foyer, thief, grace } = await thiefAndGrace(t)
  await foyer.db.updateTable('team_members').set({ role_given_at: 1 }).execute()
  const token = await createTeamClient(foyer, thief)
  const eve = await registered(foyer, 'Eve')
  const body = { email: person('Eve').email, role: 'member' }
  assert.equal(await token.status('/api/team/invitations', { method: 'POST', body }), 201)
  await eve.open('/login')
  assert.equal((await accept(eve, await invitationLink(foyer))).status, 200)
  const mallory = await addMember(foyer, grace, { name: 'Mallory' })
  await confirmPassword(mallory)
  await handOver(foyer, { from: thief, to: mallory, name: 'Mallory', shared: true })

  await reportTakeover(foyer)

  const [mail] = await mailsTo(foyer, 'Grace', /^Check who joined/)
  assert.match(mail?.text ?? '', /Eve/)
  assert.match(mail?.text ?? '', /Mallory/)
})
