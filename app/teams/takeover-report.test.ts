import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'

import { features } from '#app/features.ts'
import { pruneExpired } from '#app/platform/maintenance/prune-expired.ts'
import { notMeLink } from '#testing/account-takeover.ts'
import { createCli } from '#testing/cli.ts'
import { ada as adaPerson, confirmPassword, registerAccount } from '#testing/signed-in-accounts.ts'
import { createTeamClient } from '#testing/team-tokens.ts'
import {
  accept,
  addMember,
  createEngines,
  enginesPath,
  invitationLink,
  person,
  registered,
  userId,
} from '#testing/teams.ts'
import { buildTestApp, type TestApp } from '#testing/test-app.ts'
import type { TestBrowser } from '#testing/test-browser.ts'
import { days } from '#testing/test-clock.ts'

/** A thief in the session of Ada, who owns the team with Grace. */
async function thiefAndGrace(t: TestContext) {
  const foyer = await buildTestApp(t)
  const thief = foyer.browser()
  await registerAccount(foyer, thief)
  await createEngines(thief)
  const grace = await addMember(foyer, thief, { name: 'Grace' })
  await foyer.db.updateTable('team_members').set({ role: 'owner' }).execute()
  for (const browser of [thief, grace]) await confirmPassword(browser)
  return { foyer, thief, grace }
}

const linkOf = (foyer: TestApp) => notMeLink(foyer, adaPerson)

const open = async (foyer: TestApp, link: string) =>
  (await foyer.browser().visitPath(link, { method: 'POST', body: {} })).status

async function report(foyer: TestApp): Promise<void> {
  assert.ok((await open(foyer, await linkOf(foyer))) < 400)
}

async function requestDeletion(browser: TestBrowser): Promise<void> {
  const body = { confirmation: 'engines' }
  assert.equal((await browser.json(enginesPath, { method: 'DELETE', body })).status, 202)
}

async function cancelDeletion(browser: TestBrowser): Promise<void> {
  const path = `${enginesPath}/deletion`
  assert.equal((await browser.json(path, { method: 'DELETE', body: {} })).status, 200)
}

async function isPending({ db }: TestApp): Promise<boolean> {
  const { deletes_at } = await db.selectFrom('teams').select('deletes_at').executeTakeFirstOrThrow()
  return deletes_at !== null
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

/** The newest first. */
async function mailsTo(foyer: TestApp, name: string, subject: RegExp) {
  const mails = await foyer.mails()
  return mails.filter((mail) => mail.to === person(name).email && subject.test(mail.subject))
}

test('a report cancels the deletion of a team that the thief asked for, and every member learns of it (TEA-160)', async (t) => {
  const { foyer, thief, grace } = await thiefAndGrace(t)
  await addMember(foyer, grace, { name: 'Alan' })
  await requestDeletion(thief)

  await report(foyer)

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

  await report(foyer)

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

  await report(foyer)
  assert.equal(await isPending(foyer), true)
})

test('a removed owner cancels no deletion with a later report (TEA-160)', async (t) => {
  const { foyer, thief, grace } = await thiefAndGrace(t)
  await foyer.db.updateTable('team_members').set({ role_given_by: null }).execute()
  await requestDeletion(thief)
  await removeAda(foyer, grace)

  await report(foyer)

  assert.equal(await isPending(foyer), true)
})

test('one who removes the owner that they have their role from hides nothing from a later report (TEA-160)', async (t) => {
  const { foyer, thief, grace } = await thiefAndGrace(t)
  await requestDeletion(thief)
  await removeAda(foyer, grace)

  await report(foyer)

  assert.equal(await isPending(foyer), false)
})

async function removeAda(foyer: TestApp, grace: TestBrowser): Promise<void> {
  const member = await userId(foyer, 'Ada')
  const { status } = await grace.json(`${enginesPath}/members/${member}`, { method: 'DELETE' })
  assert.equal(status, 200)
}

test('a report after the grace period brings no team back (TEA-160)', async (t) => {
  const { foyer, thief } = await thiefAndGrace(t)
  await requestDeletion(thief)
  foyer.clock.advance(60 * days)
  const link = await linkOf(foyer)

  const [status] = await Promise.all([
    open(foyer, link),
    pruneExpired({ db: foyer.db }, foyer.clock.now(), features),
  ])

  assert.ok(status < 500)
  await pruneExpired({ db: foyer.db }, foyer.clock.now(), features)
  assert.deepEqual(await foyer.db.selectFrom('teams').select('id').execute(), [])
})

test('two reports at once cancel the deletion once, and mail once (TEA-160)', async (t) => {
  const { foyer, thief, grace } = await thiefAndGrace(t)
  const links = [await linkOf(foyer), await linkOf(foyer)]
  await addMember(foyer, thief, { name: 'Eve', role: 'admin' })
  await requestDeletion(thief)

  const statuses = await Promise.all(links.map((link) => open(foyer, link)))

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
  const member = await userId(foyer, 'Mallory')
  const raise = { method: 'PUT', body: { role: 'admin' } } as const
  assert.equal((await thief.json(`${enginesPath}/members/${member}`, raise)).status, 200)
  await addMember(foyer, grace, { name: 'Edith' })

  await report(foyer)

  const mails = await mailsTo(foyer, 'Grace', /^Check who joined the team Analytical Engines/)
  assert.equal(mails.length, 1)
  assert.match(mails[0]?.text ?? '', /30 days.+: (Eve, Mallory|Mallory, Eve)\./s)
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
  const handover = `${enginesPath}/handover`
  const offer = { member: await userId(foyer, 'Mallory'), shared: true }
  assert.equal((await thief.json(handover, { method: 'POST', body: offer })).status, 201)
  assert.equal((await mallory.json(handover, { method: 'PUT', body: {} })).status, 200)

  await report(foyer)

  const [mail] = await mailsTo(foyer, 'Grace', /^Check who joined/)
  assert.match(mail?.text ?? '', /Eve/)
  assert.match(mail?.text ?? '', /Mallory/)
})
