import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'

import { features } from '#app/features.ts'
import { pruneExpired } from '#app/platform/maintenance/prune-expired.ts'
import { createCli } from '#testing/cli.ts'
import { confirmPassword, signedInAda } from '#testing/signed-in-accounts.ts'
import { addMember, createEngines, enginesPath, invite, roles, userId } from '#testing/teams.ts'
import { buildTestApp, type createTestApp } from '#testing/test-app.ts'
import type { TestBrowser } from '#testing/test-browser.ts'
import { days, minutes } from '#testing/test-clock.ts'

import { maxOwnedTeams, maxOwnerCandidates } from './limits.ts'

const offer = `${enginesPath}/handover`

/** Ada owns the team, Grace is a member. Both have confirmed their password. */
async function adaAndGrace(t: TestContext, newApp?: typeof createTestApp) {
  const { foyer, laptop: ada } = await signedInAda(t, newApp)
  await createEngines(ada)
  const grace = await addMember(foyer, ada, { name: 'Grace' })
  await confirmPassword(ada)
  await confirmPassword(grace)
  return { foyer, ada, grace, graceId: await userId(foyer, 'Grace') }
}

const status = async (browser: TestBrowser, method: 'POST' | 'PUT' | 'DELETE', body: object = {}) =>
  (await browser.json(offer, { method, body })).status

test('the ownership passes when the other one accepts, and both confirm it is them (TEA-23)', async (t) => {
  const { foyer, ada, grace, graceId } = await adaAndGrace(t)

  assert.equal(await status(ada, 'POST', { member: graceId }), 201)
  assert.deepEqual(await roles(foyer), { 'Ada Lovelace': 'owner', Grace: 'member' })
  const [mail] = await foyer.mails()
  assert.equal(mail?.subject, 'You were offered ownership of the team Analytical Engines')
  foyer.clock.advance(16 * minutes)
  assert.equal(await status(ada, 'POST', { member: graceId }), 423)
  assert.equal(await status(grace, 'PUT'), 423)
  await confirmPassword(grace)
  assert.equal(await status(grace, 'PUT'), 200)

  assert.deepEqual(await roles(foyer), { 'Ada Lovelace': 'admin', Grace: 'owner' })
  const types = (await foyer.events('team.')).map(({ type }) => type)
  assert.ok(types.includes('team.handed-over'))
  const { props } = (await ada.visit('time-travel.index')).page
  const [own] = Object.values<Record<string, unknown>>(Object(props['present']).teams)
  assert.equal(own?.['role'], 'admin')
})

test('an owner can share the ownership and stay one (TEA-23)', async (t) => {
  const { foyer, ada, grace, graceId } = await adaAndGrace(t)

  await status(ada, 'POST', { member: graceId, shared: true })
  await status(grace, 'PUT')

  assert.deepEqual(await roles(foyer), { 'Ada Lovelace': 'owner', Grace: 'owner' })
})

test('of accepting and withdrawing an offer at the same time one wins (TEA-24)', async (t) => {
  const { foyer, ada, grace, graceId } = await adaAndGrace(t)
  await status(ada, 'POST', { member: graceId })

  const answers = await Promise.all([
    status(grace, 'PUT'),
    status(ada, 'DELETE'),
    status(grace, 'PUT'),
    status(ada, 'DELETE'),
  ])

  assert.deepEqual(answers.toSorted(), [200, 410, 410, 410])
  const owners = Object.values(await roles(foyer)).filter((role) => role === 'owner')
  assert.equal(owners.length, 1)
})

test('an offer is worthless to others, after a week, and when its giver is no owner any more (TEA-24)', async (t) => {
  const { foyer, ada, grace, graceId } = await adaAndGrace(t)
  const eve = await addMember(foyer, ada, { name: 'Eve' })
  await confirmPassword(eve)
  await status(ada, 'POST', { member: graceId })

  assert.equal(await status(eve, 'PUT'), 410)
  assert.equal(await status(eve, 'DELETE'), 410)
  await foyer.db
    .updateTable('team_members')
    .set({ role: 'admin' })
    .where('user_id', '!=', graceId)
    .execute()
  assert.equal(await status(grace, 'PUT'), 410)
  assert.equal((await roles(foyer))['Grace'], 'member')
})

test('an offer ends with the membership of the other one (TEA-24)', async (t) => {
  const { foyer, ada, graceId } = await adaAndGrace(t)
  await status(ada, 'POST', { member: graceId })

  await ada.json(`${enginesPath}/members/${graceId}`, { method: 'DELETE' })

  assert.deepEqual(await foyer.db.selectFrom('team_handovers').selectAll().execute(), [])
})

const deleteTeam = (browser: TestBrowser, confirmation = 'engines') =>
  browser.json(enginesPath, { method: 'DELETE', body: { confirmation } })

test('a team is deleted after its grace period, and every member told before (TEA-25)', async (t) => {
  const { foyer, ada, grace } = await adaAndGrace(t)

  assert.equal((await deleteTeam(ada, 'wrong')).status, 422)
  assert.equal((await deleteTeam(ada)).status, 202)

  const subject = 'The team Analytical Engines will be deleted'
  const told = (await foyer.mails()).filter((mail) => mail.subject === subject)
  assert.deepEqual(told.map(({ to }) => to).toSorted(), ['ada@example.com', 'grace@example.com'])
  assert.equal((await grace.visitPath(enginesPath)).status, 200)
  await pruneExpired({ db: foyer.db }, foyer.clock.now() + 14 * days - 1, features)
  assert.equal(Object.keys(await roles(foyer)).length, 2)
  await pruneExpired({ db: foyer.db }, foyer.clock.now() + 14 * days, features)
  await pruneExpired({ db: foyer.db }, foyer.clock.now() + 14 * days, features)
  assert.deepEqual(await foyer.db.selectFrom('teams').selectAll().execute(), [])
  assert.deepEqual(await foyer.db.selectFrom('team_events').selectAll().execute(), [])
  const left = await foyer.events('team.left')
  assert.deepEqual(
    left.map(({ data }) => data['why']),
    ['deleted', 'deleted'],
  )
})

test('an owner keeps a team that is about to be deleted, and nobody joins it meanwhile (TEA-25)', async (t) => {
  const { foyer, ada, grace } = await adaAndGrace(t)
  const link = await invite(foyer, ada, { email: 'eve@example.com' })
  await deleteTeam(ada)
  const more = { method: 'POST', body: { email: 'x@x.example', role: 'member' } } as const

  assert.equal((await ada.json(`${enginesPath}/invitations`, more)).status, 422)
  assert.equal((await foyer.browser().visitPath(link)).status, 410)
  const keep = (browser: TestBrowser) =>
    browser.json(`${enginesPath}/deletion`, { method: 'DELETE', body: {} })
  assert.equal((await keep(grace)).status, 403)
  assert.equal((await keep(ada)).status, 200)
  assert.equal((await keep(ada)).status, 410)
  await pruneExpired({ db: foyer.db }, foyer.clock.now() + 30 * days, features)
  assert.equal((await roles(foyer))['Ada Lovelace'], 'owner')
})

const deleteAccount = (browser: TestBrowser, confirmation: string) =>
  browser.json('/user', { method: 'DELETE', body: { confirmation } })

test('an account that is the only owner of a team is asked what becomes of it (TEA-26)', async (t) => {
  const { ada, grace, graceId } = await adaAndGrace(t)
  const asked = async () => (await ada.visit('profile.data')).page.props['soleOwnerships']

  const refused = await deleteAccount(ada, 'ada@example.com')
  assert.equal(refused.status, 422)
  assert.deepEqual(await asked(), [{ name: 'Analytical Engines', href: '/t/engines/settings' }])
  const document = (await ada.open('/user/profile/data')).text
  assert.match(document, /href="\/t\/engines\/settings#ownership"/)
  assert.match(document, /href="\/t\/engines\/settings#delete"/)
  assert.match(JSON.stringify(refused.raw.json().errors), /Analytical Engines/)
  assert.equal((await deleteAccount(grace, 'grace@example.com')).status, 204)
  assert.equal(await status(ada, 'POST', { member: graceId }), 201)
  await deleteTeam(ada)
  assert.deepEqual(await asked(), [])
  assert.equal((await deleteAccount(ada, 'ada@example.com')).status, 204)
})

test('two owners who delete their accounts at the same time leave no team without an owner (TEA-26)', async (t) => {
  const { foyer, ada, grace, graceId } = await adaAndGrace(t)
  await status(ada, 'POST', { member: graceId, shared: true })
  await status(grace, 'PUT')

  const answers = await Promise.all([
    deleteAccount(ada, 'ada@example.com'),
    deleteAccount(grace, 'grace@example.com'),
  ])

  assert.deepEqual(answers.map((answer) => answer.status).toSorted(), [204, 422])
  const staying = answers[0]?.status === 422 ? ada : grace
  const leave = await staying.json(`${enginesPath}/membership`, { method: 'DELETE' })
  assert.equal(leave.status, 422)
  assert.equal(Object.keys(await roles(foyer)).length, 2)
})

test('with TEAMS=off an only owner deletes the account, and the team gets another owner (TEA-80)', async (t) => {
  const { foyer, ada } = await adaAndGrace(t, buildTestApp)
  foyer.config.teams = null

  assert.equal((await deleteAccount(ada, 'ada@example.com')).status, 204)
  foyer.clock.advance(31 * days)
  await foyer.jobs.runDue()

  assert.deepEqual(await roles(foyer), { Grace: 'owner' })
})

test('a locked owner does not count as another owner (TEA-81)', async (t) => {
  const { foyer, ada, grace, graceId } = await adaAndGrace(t)
  await addMember(foyer, ada, { name: 'Mary' })
  await status(ada, 'POST', { member: graceId, shared: true })
  await status(grace, 'PUT')
  await createCli(foyer)('user:lock', 'grace@example.com', '--yes')

  const leave = await ada.json(`${enginesPath}/membership`, { method: 'DELETE' })
  assert.equal(leave.status, 422)
  assert.equal((await deleteAccount(ada, 'ada@example.com')).status, 422)
})

test('while a locked owner is left, nobody becomes an owner by an erasure (TEA-81)', async (t) => {
  const { foyer, ada, grace, graceId } = await adaAndGrace(t)
  await addMember(foyer, ada, { name: 'Mary' })
  await status(ada, 'POST', { member: graceId, shared: true })
  await status(grace, 'PUT')
  const cli = createCli(foyer)
  await cli('user:lock', 'grace@example.com', '--yes')

  await cli('user:delete', 'ada@example.com', '--yes')
  assert.deepEqual(await roles(foyer), { Grace: 'owner', Mary: 'member' })
  await cli('user:delete', 'grace@example.com', '--yes')

  assert.deepEqual(await roles(foyer), { Mary: 'owner' })
})

test('the erasure of a member makes nobody an owner, also while the only owner is locked (TEA-131)', async (t) => {
  const { foyer, ada, grace } = await adaAndGrace(t)
  await addMember(foyer, ada, { name: 'Alan', role: 'admin' })
  assert.equal((await deleteAccount(grace, 'grace@example.com')).status, 204)
  await createCli(foyer)('user:lock', 'ada@example.com', '--yes')

  foyer.clock.advance(31 * days)
  await foyer.jobs.runDue()

  assert.deepEqual(await roles(foyer), { 'Ada Lovelace': 'owner', Alan: 'admin' })
  const notified = await foyer.db
    .selectFrom('notifications')
    .select('id')
    .where('type', '=', 'team-became-owner')
    .execute()
  assert.deepEqual(notified, [])
})

test('an account that the operator erases leaves its teams to others, and no trace in them (TEA-27)', async (t) => {
  const { foyer, ada, graceId } = await adaAndGrace(t)
  await createEngines(ada, { name: 'Alone', slug: 'alone' })
  await invite(foyer, ada, { email: 'open@x.example' })

  const { status: done } = await createCli(foyer)('user:delete', 'ada@example.com', '--yes')

  assert.equal(done, 0)
  assert.deepEqual(await roles(foyer), { Grace: 'owner' })
  const teams = await foyer.db.selectFrom('teams').select('slug').execute()
  assert.deepEqual(teams, [{ slug: 'engines' }])
  assert.deepEqual(await foyer.db.selectFrom('team_invitations').selectAll().execute(), [])
  const log = JSON.stringify(await foyer.db.selectFrom('team_events').selectAll().execute())
  assert.doesNotMatch(log, /Lovelace|@/)
  assert.match(log, new RegExp(graceId))
})

test('nobody accepts the ownership of more teams than an account may own (TEA-59)', async (t) => {
  const { foyer, ada, grace, graceId } = await adaAndGrace(t)
  await status(ada, 'POST', { member: graceId })
  await foyer.db
    .insertInto('teams')
    .values(
      Array.from({ length: maxOwnedTeams }, (_, index) => ({
        id: `team-${index}`,
        name: 'Full',
        slug: `full-${index}`,
        created_at: 0,
        event_count: 0,
        requires_second_factor: 0,
      })),
    )
    .execute()
  await foyer.db
    .insertInto('team_members')
    .values(
      Array.from({ length: maxOwnedTeams }, (_, index) => ({
        team_id: `team-${index}`,
        user_id: graceId,
        role: 'owner',
        joined_at: 0,
      })),
    )
    .execute()

  assert.equal(await status(grace, 'PUT'), 422)
  assert.equal((await roles(foyer))['Grace'], 'member')
  await foyer.db.deleteFrom('teams').where('id', '=', 'team-0').execute()
  assert.equal(await status(grace, 'PUT'), 200)
})

const candidates = async (owner: TestBrowser) =>
  (await owner.visitPath(`${enginesPath}/settings`)).page.props['candidates']

test('the owner of a large team types the address of the member (TEA-139)', async (t) => {
  const { foyer, ada } = await adaAndGrace(t)
  assert.partialDeepStrictEqual(await candidates(ada), [{ name: 'Grace' }])
  const ids = Array.from({ length: maxOwnerCandidates }, (_, index) => `00000000-${index}`)
  const { team_id } = await foyer.db
    .selectFrom('team_members')
    .select('team_id')
    .executeTakeFirstOrThrow()
  const counts = { created_at: 0, event_count: 0, refused_count: 0 }
  const people = ids.map((id) => ({ ...counts, id, name: id, email: id, email_key: id }))
  await foyer.db.insertInto('users').values(people).execute()
  await foyer.db
    .insertInto('team_members')
    .values(ids.map((user_id) => ({ team_id, user_id, role: 'member', joined_at: 0 })))
    .execute()

  assert.equal(await candidates(ada), 'many')
  assert.match((await ada.open(`${enginesPath}/settings`)).text, /Email address of the new owner/)
  assert.equal(await status(ada, 'POST', { email: 'nobody@example.com' }), 422)
  assert.equal(await status(ada, 'POST', { email: 'ada@example.com' }), 422)
  assert.equal(await status(ada, 'POST', {}), 422)
  assert.equal(await status(ada, 'POST', { email: ' Grace@Example.com ' }), 201)
})
