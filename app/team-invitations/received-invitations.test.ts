import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'

import { createCli } from '#testing/cli.ts'
import { titlesOf } from '#testing/notifications.ts'
import { signedInAda } from '#testing/signed-in-accounts.ts'
import {
  addMember,
  createEngines,
  enginesPath,
  invite,
  person,
  registered,
  roles,
} from '#testing/teams.ts'
import type { TestBrowser } from '#testing/test-browser.ts'
import { days } from '#testing/test-clock.ts'

const team = 'the team Analytical Engines'

/** Ada owns the team; Grace has an account, and Ada invites her. */
async function graceInvited(t: TestContext) {
  const { foyer, laptop: ada } = await signedInAda(t)
  await createEngines(ada)
  const grace = await registered(foyer, 'Grace')
  await invite(foyer, ada, { email: person('Grace').email, role: 'admin' })
  return { foyer, ada, grace }
}

async function invitations(browser: TestBrowser): Promise<{ id: string }[]> {
  return Object((await browser.visit('teams.index')).page.props).invitations
}

const answer = async (browser: TestBrowser, id: string | undefined, method: 'POST' | 'DELETE') =>
  (await browser.json(`/teams/invitations/${id}`, { method })).status

test('an invited account gets an in-app notification, and joins on the page of its teams (TEA-46)', async (t) => {
  const { foyer, ada, grace } = await graceInvited(t)
  assert.deepEqual(await titlesOf(grace), [`You're invited to ${team}`])
  const [invitation] = await invitations(grace)
  assert.partialDeepStrictEqual(invitation, { team: 'Analytical Engines', role: 'admin' })

  assert.equal(await answer(grace, invitation?.id, 'POST'), 200)

  assert.equal((await roles(foyer))['Grace'], 'admin')
  assert.deepEqual(await invitations(grace), [])
  assert.ok((await titlesOf(ada)).includes(`${team.replace('the', 'The')} has a new member`))
  assert.equal(await answer(grace, invitation?.id, 'POST'), 410)
})

test('nobody answers an invitation to an address of another account (TEA-47)', async (t) => {
  const { foyer, grace } = await graceInvited(t)
  const [invitation] = await invitations(grace)
  const eve = await registered(foyer, 'Eve')

  assert.deepEqual(await invitations(eve), [])
  assert.equal(await answer(eve, invitation?.id, 'POST'), 410)
  assert.equal(await answer(eve, invitation?.id, 'DELETE'), 410)
  await foyer.db.updateTable('users').set({ email_verified_at: null }).execute()
  assert.equal(await answer(grace, invitation?.id, 'POST'), 403)
  assert.deepEqual(Object.keys(await roles(foyer)), ['Ada Lovelace'])
})

test('an expired invitation is gone, and of joining and declining at the same time one wins (TEA-48)', async (t) => {
  const { foyer, grace } = await graceInvited(t)
  const [invitation] = await invitations(grace)

  const statuses = await Promise.all([
    answer(grace, invitation?.id, 'POST'),
    answer(grace, invitation?.id, 'DELETE'),
  ])

  assert.deepEqual(statuses.toSorted(), [200, 410])
  const isMember = 'Grace' in (await roles(foyer))
  assert.equal(isMember, statuses[0] === 200)
})

test('an invitation that has expired is neither shown nor accepted (TEA-48)', async (t) => {
  const { foyer, grace } = await graceInvited(t)
  const [invitation] = await invitations(grace)
  await foyer.db
    .updateTable('team_invitations')
    .set({ expires_at: foyer.clock.now() - days })
    .execute()

  assert.deepEqual(await invitations(grace), [])
  assert.equal(await answer(grace, invitation?.id, 'POST'), 410)
})

test('owners are told that somebody declined or left, without a name (TEA-49)', async (t) => {
  const { foyer, ada, grace } = await graceInvited(t)
  const [invitation] = await invitations(grace)
  await answer(grace, invitation?.id, 'DELETE')
  const eve = await addMember(foyer, ada, { name: 'Eve' })
  await eve.json(`${enginesPath}/membership`, { method: 'DELETE' })

  const titles = await titlesOf(ada)

  assert.ok(titles.includes(`An invitation to ${team} was declined`))
  assert.ok(titles.includes(`A member left ${team}`))
  const rows = await foyer.db.selectFrom('notifications').selectAll().execute()
  assert.doesNotMatch(JSON.stringify(rows), /Grace|Eve|@/)
})

test('a member who becomes the owner by an erasure is told (TEA-50)', async (t) => {
  const { foyer, grace } = await graceInvited(t)
  const [invitation] = await invitations(grace)
  await answer(grace, invitation?.id, 'POST')

  await createCli(foyer)('user:delete', 'ada@example.com', '--yes')

  assert.ok((await titlesOf(grace)).includes("You're now the owner of Analytical Engines"))
})
