import assert from 'node:assert/strict'
import { test } from 'node:test'

import { signedInAda } from '#testing/signed-in-accounts.ts'
import {
  addMember,
  createEngines,
  engines,
  enginesPath,
  invite,
  registered,
  roles,
} from '#testing/teams.ts'
import { createTestApp } from '#testing/test-app.ts'

test('a new team is owned by who created it, and listed (TEA-01)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)

  await createEngines(laptop)

  assert.deepEqual(await roles(foyer), { 'Ada Lovelace': 'owner' })
  const { page } = await laptop.visit('teams.index')
  const listed = { ...engines, role: 'owner', pictureUrl: null, deletesAt: null, mayOpen: true }
  assert.deepEqual(page.props['teams'], [listed])
  const shown = await laptop.visitPath('/t/engines')
  assert.partialDeepStrictEqual(shown.page.props['team'], { ...engines, role: 'owner' })
})

test('a team address is taken once, also by concurrent requests (TEA-02)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const grace = await registered(foyer, 'Grace')
  const browsers = [laptop, grace, laptop, grace]

  const answers = await Promise.all(
    browsers.map((browser) => browser.json('/teams', { method: 'POST', body: engines })),
  )

  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 422, 422, 422])
  assert.equal((await foyer.db.selectFrom('teams').select('id').execute()).length, 1)
})

test('reserved and malformed team addresses are refused (TEA-02)', async (t) => {
  const { laptop } = await signedInAda(t)
  const refused = ['admin', 'settings', 'a', '-a', 'a-', 'a--b', 'ä', 'a b', 'a/b', 'x'.repeat(41)]

  for (const slug of refused) {
    const answer = await laptop.json('/teams', { method: 'POST', body: { ...engines, slug } })
    assert.deepEqual(
      [slug, answer.status, Object.keys(answer.raw.json().errors)],
      [slug, 422, ['slug']],
    )
  }
})

test('an account without a team sees none, and other pages make no query for teams (TEA-03)', async (t) => {
  const queries: string[] = []
  const foyer = await createTestApp(t, {}, { onQuery: (sql) => queries.push(sql) })
  const ada = await registered(foyer, 'Ada')
  const aboutTeams = () => queries.filter((sql) => sql.includes('team_members'))
  queries.length = 0

  await ada.visit('dashboard')
  await ada.visit('profile.show')

  assert.ok(queries.length > 0)
  assert.deepEqual(aboutTeams(), [])
  assert.deepEqual((await ada.visit('teams.index')).page.props['teams'], [])
  // The memberships, the invitations, and the teams to join by a domain.
  assert.equal(aboutTeams().length, 3)
})

test('with TEAMS=off there are no routes, no menu entry and nothing in the pages (TEA-04)', async (t) => {
  const foyer = await createTestApp(t, { TEAMS: 'off' })
  const ada = await registered(foyer, 'Ada')

  for (const path of ['/teams', '/teams/create', '/t/engines', '/t/engines/members'])
    assert.equal((await ada.open(path)).status, 404, path)
  assert.equal((await ada.json('/teams', { method: 'POST', body: engines })).status, 404)
  for (const path of ['/dashboard', '/time-travel', '/user/profile', '/user/profile/data'])
    assert.doesNotMatch((await ada.open(path)).text.replaceAll('"teams":{}', ''), /team/i, path)
})

test('renaming a team moves its address, and is recorded for the member and the team (TEA-05)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  await createEngines(laptop)

  const form = { name: 'Difference Engines', slug: 'difference' }
  const { location } = await laptop.visitPath('/t/engines', { method: 'PUT', body: form })

  assert.equal(location, '/t/difference/settings')
  assert.equal((await laptop.visitPath('/t/engines')).status, 404)
  assert.deepEqual((await foyer.events('team.updated'))[0]?.data['after'], form)
  const { props } = (await laptop.visit('time-travel.index')).page
  const [team] = Object.values<Record<string, unknown>>(Object(props['present']).teams)
  assert.partialDeepStrictEqual(team, { name: form.name, role: 'owner' })
})

test('the overview of a team shows the members; invitations and events only to those who may see them', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  await createEngines(laptop)
  const grace = await addMember(foyer, laptop, { name: 'Grace' })
  await invite(foyer, laptop, { email: 'linus@example.com' })

  const owners = Object((await laptop.visitPath(enginesPath)).page.props)
  const members = Object((await grace.visitPath(enginesPath)).page.props)

  const names = ({ members }: { members: { name: string }[] }) => members.map(({ name }) => name)
  assert.deepEqual(names(owners), ['Ada Lovelace', 'Grace'])
  assert.deepEqual(names(members), ['Ada Lovelace', 'Grace'])
  assert.equal(owners.openInvitations, 1)
  assert.equal(owners.teamEvents[0].type, 'invitation.sent')
  assert.deepEqual([members.openInvitations, members.teamEvents], [null, null])
})
