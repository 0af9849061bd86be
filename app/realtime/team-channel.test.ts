import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'

import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { teamChannel } from '#app/platform/realtime/channel-names.ts'
import { recordTeamEvent } from '#app/team-log/team-log.ts'
import { sessionsThatMayOpen } from '#app/teams/teams.ts'
import { connectPusherJsClient, waitForOutbox } from '#testing/pusher-js-client.ts'
import { confirmPassword, enableTwoFactor, registerAccount } from '#testing/signed-in-accounts.ts'
import { addMember, createEngines, enginesPath, person, userId } from '#testing/teams.ts'
import { buildTestApp, type TestApp } from '#testing/test-app.ts'
import type { TestBrowser } from '#testing/test-browser.ts'

/** Ada owns the team, Grace is a member. */
async function adaAndGrace(t: TestContext) {
  const foyer = await buildTestApp(t)
  const ada = foyer.browser()
  await registerAccount(foyer, ada)
  await createEngines(ada)
  const grace = await addMember(foyer, ada, { name: 'Grace' })
  const { id } = await foyer.db.selectFrom('teams').select('id').executeTakeFirstOrThrow()
  return { foyer, ada, grace, channel: teamChannel(id) }
}

async function mayListen(browser: TestBrowser, channel_name: string): Promise<number> {
  const { status } = await browser.json('/broadcasting/auth', {
    method: 'POST',
    body: { socket_id: '12.34', channel_name },
  })
  return status
}

const remove = async (foyer: TestApp, ada: TestBrowser) =>
  ada.json(`${enginesPath}/members/${await userId(foyer, 'Grace')}`, { method: 'DELETE' })

test("members hear of their team's changes, and others not (TEA-32)", async (t) => {
  const { foyer, ada, grace, channel } = await adaAndGrace(t)
  const eve = foyer.browser()
  await registerAccount(foyer, eve, person('Eve'))

  assert.deepEqual(
    [
      await mayListen(ada, channel),
      await mayListen(grace, channel),
      await mayListen(eve, channel),
      await mayListen(foyer.browser(), channel),
      await mayListen(grace, `${channel}x`),
    ].map((status) => status === 200),
    [true, true, false, false, false],
  )
})

test('a removed member hears nothing more of the team, at once (TEA-33)', async (t) => {
  const { foyer, ada, grace, channel } = await adaAndGrace(t)
  const onPhone = await connectPusherJsClient(t, foyer, grace)
  const ofTeam = await onPhone.subscribe(channel)
  const denied = new Promise((resolve) => ofTeam.bind('pusher:subscription_error', resolve))
  const rename = (name: string) =>
    ada.json(enginesPath, { method: 'PUT', body: { name, slug: 'engines' } })
  await rename('Open plans')
  assert.equal((await onPhone.nextEvent('team.changed'))['type'], 'team.updated')

  await remove(foyer, ada)
  await denied
  await rename('Secret plans')
  await onPhone.nextEvent('team.left')

  assert.equal(await mayListen(grace, channel), 403)
  const heard = onPhone.received.filter(({ name }) => name === 'team.changed')
  assert.ok(heard.every(({ data }) => data['type'] !== 'team.updated'))
})

test('a request for a channel of a team that the account may not open binds nothing to its socket (TEA-145)', async (t) => {
  const { foyer, ada, grace, channel } = await adaAndGrace(t)
  const bound = countBinds(foyer)
  assert.equal(await mayListen(grace, channel), 200)
  assert.equal(bound.count, 1)

  await remove(foyer, ada)
  for (const name of [channel, 'private-team.unknown', `private-team.${'x'.repeat(187)}`])
    assert.equal(await mayListen(grace, name), 403)
  assert.equal(bound.count, 1)
})

function countBinds({ app: { realtimeServer } }: TestApp): { count: number } {
  const bound = { count: 0 }
  const bindMembership = realtimeServer.bindMembership.bind(realtimeServer)
  realtimeServer.bindMembership = async (...membership) => {
    bound.count += 1
    await bindMembership(...membership)
  }
  return bound
}

test('a member whom no page of the team admits hears nothing of it (TEA-148)', async (t) => {
  const { foyer, grace, channel } = await adaAndGrace(t)
  const { terms_version } = await foyer.db
    .selectFrom('users')
    .select('terms_version')
    .executeTakeFirstOrThrow()
  const withTerms = async (version: string | null) => {
    await foyer.db.updateTable('users').set({ terms_version: version }).execute()
    return mayListen(grace, channel)
  }

  assert.equal(await withTerms('older'), 403)
  assert.equal(await withTerms(terms_version), 200)
})

test('with REQUIRE_TWO_FACTOR a member without a second factor hears nothing of a team (TEA-148)', async (t) => {
  const { foyer, grace, channel } = await adaAndGrace(t)
  foyer.config.requireTwoFactor = true

  assert.equal(await mayListen(grace, channel), 403)
  await enableTwoFactor(grace)
  assert.equal(await mayListen(grace, channel), 200)
})

test('the session that asks for the deletion of the account hears nothing more of the team (TEA-148)', async (t) => {
  const { foyer, ada, grace, channel } = await adaAndGrace(t)
  const onPhone = await connectPusherJsClient(t, foyer, grace)
  const ofTeam = await onPhone.subscribe(channel)
  const denied = new Promise((resolve) => ofTeam.bind('pusher:subscription_error', resolve))

  await confirmPassword(grace)
  await grace.visit('current-user.destroy', { confirmation: person('Grace').email })
  await denied
  await ada.json(enginesPath, { method: 'PUT', body: { name: 'Secret', slug: 'engines' } })
  await waitForOutbox(foyer)

  assert.ok(onPhone.received.every(({ name }) => name !== 'team.changed'))
})

/** The accounts whose sessions hear of the team at an external server. */
async function listeners({ app, db, clock }: TestApp): Promise<string[]> {
  const { id: teamId } = await db.selectFrom('teams').select('id').executeTakeFirstOrThrow()
  const sessions = await sessionsThatMayOpen(app, { teamId, now: clock.now() })
  const rows = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select('users.name')
    .where('sessions.id', 'in', ['', ...sessions])
    .orderBy('users.name')
    .execute()
  return rows.map(({ name }) => name)
}

async function setRole(foyer: TestApp, name: string, role: string): Promise<string> {
  const member = await userId(foyer, name)
  const update = foyer.db.updateTable('team_members').set({ role })
  await update.where('user_id', '=', member).execute()
  return member
}

test('a member with a role that does not show the team hears nothing of it (TEA-166)', async (t) => {
  const { foyer, grace, channel } = await adaAndGrace(t)

  await setRole(foyer, 'Grace', 'guest')

  assert.equal(await mayListen(grace, channel), 403)
  assert.deepEqual(await listeners(foyer), ['Ada Lovelace'])
  await setRole(foyer, 'Grace', 'member')
  assert.equal(await mayListen(grace, channel), 200)
  assert.deepEqual(await listeners(foyer), ['Ada Lovelace', 'Grace'])
})

test('a member who gets a role that does not show the team hears nothing more of it (TEA-166)', async (t) => {
  const { foyer, ada, grace, channel } = await adaAndGrace(t)
  const onPhone = await connectPusherJsClient(t, foyer, grace)
  const ofTeam = await onPhone.subscribe(channel)
  const denied = new Promise((resolve) => ofTeam.bind('pusher:subscription_error', resolve))
  const member = await setRole(foyer, 'Grace', 'guest')
  const { id: teamId } = await foyer.db.selectFrom('teams').select('id').executeTakeFirstOrThrow()
  const log = { teamId, by: null, now: foyer.clock.now() }

  await inTransaction(foyer.db, (tx) =>
    recordTeamEvent(tx, log, 'member.role-changed', { member, before: 'member', after: 'guest' }),
  )
  await denied
  await ada.json(enginesPath, { method: 'PUT', body: { name: 'Secret', slug: 'engines' } })
  await waitForOutbox(foyer)

  const heard = onPhone.received.filter(({ name }) => name === 'team.changed')
  assert.ok(heard.every(({ data }) => data['type'] !== 'team.updated'))
})

test('an open socket hears no more of a team once its member lacks the second factor of REQUIRE_TWO_FACTOR (TEA-167)', async (t) => {
  const { foyer, ada, grace, channel } = await adaAndGrace(t)
  for (const browser of [ada, grace]) await enableTwoFactor(browser)
  foyer.config.requireTwoFactor = true
  const onPhone = await connectPusherJsClient(t, foyer, grace)
  const ofTeam = await onPhone.subscribe(channel)
  const denied = new Promise((resolve) => ofTeam.bind('pusher:subscription_error', resolve))
  const update = foyer.db
    .updateTable('users')
    .set({ two_factor_enabled_at: null, two_factor_secret_sealed: null })
  await update.where('id', '=', await userId(foyer, 'Grace')).execute()

  await ada.json(enginesPath, { method: 'PUT', body: { name: 'Secret', slug: 'engines' } })
  await denied

  assert.ok(onPhone.received.every(({ name }) => name !== 'team.changed'))
  assert.deepEqual(await listeners(foyer), ['Ada Lovelace'])
})

test('at an external server, a member who has not accepted the current terms hears nothing of a team (TEA-167)', async (t) => {
  const { foyer } = await adaAndGrace(t)
  assert.deepEqual(await listeners(foyer), ['Ada Lovelace', 'Grace'])
  const update = foyer.db.updateTable('users').where('id', '=', await userId(foyer, 'Grace'))

  await update.set({ terms_version: 'older' }).execute()

  assert.deepEqual(await listeners(foyer), ['Ada Lovelace'])
})
