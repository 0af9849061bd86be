import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'

import * as fc from 'fast-check'

import { eraseAccount } from '#app/account-deletion/account-deletion.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { toIso } from '#app/platform/lib/iso-time.ts'
import { inviteAsOperator } from '#app/team-invitations/team-invitations.ts'
import type { TeamLogState } from '#app/team-log/events.ts'
import { recordTeamEvent } from '#app/team-log/team-log.ts'
import { operatorTeamChanges } from '#app/teams/teams.ts'
import { actionContext } from '#testing/action-context.ts'
import { ada, confirmPassword, signedInAda } from '#testing/signed-in-accounts.ts'
import { addMember, createEngines, enginesPath, registered, userId } from '#testing/teams.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import type { TestBrowser } from '#testing/test-browser.ts'
import { days, minutes } from '#testing/test-clock.ts'
import { withEventTriggersDisabled } from '#testing/test-database.ts'
import { onePixelPng, uploadPhoto } from '#testing/upload-photo.ts'

import { recordBaselines } from './record-baselines.ts'
import { storedTeamState, withoutExpired } from './team-state.ts'
import { teamStates } from './team-time-travel.ts'

interface World {
  foyer: TestApp
  id: string
  browsers: TestBrowser[]
}

interface Step {
  act: keyof typeof actions
  by: number
  pick: number
}

const roles = ['admin', 'member'] as const
const choose = <T>(all: readonly T[], pick: number): T | undefined => all[pick % all.length]

type Send = (method: 'POST' | 'PUT' | 'DELETE', path: string, body?: object) => Promise<unknown>

/** Each may be refused, since anybody tries anything. */
const actions = {
  rename: async (_: World, send: Send, pick: number) =>
    send('PUT', enginesPath, { name: `Engines ${pick}`, slug: 'engines' }),
  invite: async (_: World, send: Send, pick: number) => {
    const email = ['eve', 'grace', 'linus', 'x', 'y'][pick % 5]
    const role = choose(roles, pick)
    await send('POST', `${enginesPath}/invitations`, { email: `${email}@example.com`, role })
  },
  sendAgain: async (world: World, send: Send, pick: number) =>
    send('POST', `${enginesPath}/invitations/${await anInvitation(world, pick)}/mail`),
  revoke: async (world: World, send: Send, pick: number) =>
    send('DELETE', `${enginesPath}/invitations/${await anInvitation(world, pick)}`),
  accept: async (world: World, send: Send, pick: number) =>
    send('POST', `/teams/invitations/${await anInvitation(world, pick)}`),
  decline: async (world: World, send: Send, pick: number) =>
    send('DELETE', `/teams/invitations/${await anInvitation(world, pick)}`),
  changeRole: async (world: World, send: Send, pick: number) =>
    send('PUT', `${enginesPath}/members/${await aMember(world, pick)}`, {
      role: choose(roles, pick),
    }),
  remove: async (world: World, send: Send, pick: number) =>
    send('DELETE', `${enginesPath}/members/${await aMember(world, pick)}`),
  leave: async (_: World, send: Send) => send('DELETE', `${enginesPath}/membership`),
  setPicture: async ({ browsers: [ada] }: World) =>
    ada && uploadPhoto(ada, onePixelPng, { path: `${enginesPath}/picture` }),
  removePicture: async (_: World, send: Send) => send('DELETE', `${enginesPath}/picture`),
  offer: async (world: World, send: Send, pick: number) =>
    send('POST', `${enginesPath}/handover`, {
      member: await aMember(world, pick),
      shared: pick % 2 === 0,
    }),
  takeOver: async (_: World, send: Send) => send('PUT', `${enginesPath}/handover`),
  require: async (_: World, send: Send, pick: number) =>
    send('PUT', `${enginesPath}/requirements`, { max_session: pick % 2 ? '' : '720' }),
  addDomain: async (_: World, send: Send, pick: number) =>
    send('POST', `${enginesPath}/domains`, { domain: `d${pick % 3}.example` }),
  switchDomain: async (world: World, send: Send, pick: number) =>
    send('PUT', `${enginesPath}/domains/${await aDomain(world, pick)}`, {
      enabled: pick % 2 === 0,
    }),
  removeDomain: async (world: World, send: Send, pick: number) =>
    send('DELETE', `${enginesPath}/domains/${await aDomain(world, pick)}`),
  delete: async (_: World, send: Send) => send('DELETE', enginesPath, { confirmation: 'engines' }),
  keep: async (_: World, send: Send) => send('DELETE', `${enginesPath}/deletion`),
  operatorInvites: (world: World, _: Send, pick: number) =>
    asOperator(world, (context, target) =>
      inviteAsOperator(context, target, {
        email: `o${pick}@example.com`,
        role: 'admin',
      }),
    ),
  operatorSetsSeats: (world: World, _: Send, pick: number) =>
    asOperator(world, (context, target) =>
      operatorTeamChanges.setSeatLimit(context, target, pick % 2 ? null : pick + 3),
    ),
}

async function anInvitation({ foyer, id }: World, pick: number) {
  const all = await foyer.db
    .selectFrom('team_invitations')
    .select('id')
    .where('team_id', '=', id)
    .orderBy('id')
    .execute()
  return choose(all, pick)?.id ?? id
}

async function aMember({ foyer, id }: World, pick: number) {
  const all = await foyer.db
    .selectFrom('team_members')
    .select('user_id')
    .where('team_id', '=', id)
    .orderBy('user_id')
    .execute()
  return choose(all, pick)?.user_id ?? id
}

async function aDomain({ foyer, id }: World, pick: number) {
  const all = await foyer.db
    .selectFrom('team_domains')
    .select('id')
    .where('team_id', '=', id)
    .orderBy('id')
    .execute()
  return choose(all, pick)?.id ?? id
}

type Target = Parameters<typeof operatorTeamChanges.delete>[1]
type Context = Parameters<typeof operatorTeamChanges.delete>[0]

async function asOperator(
  { foyer, id }: World,
  change: (context: Context, target: Target) => Promise<void>,
): Promise<void> {
  const performedBy = { kind: 'service', id: 'billing', name: 'Billing', reason: null } as const
  const now = foyer.clock.now()
  await inTransaction(foyer.db, (tx) =>
    change({ ...actionContext(foyer, tx, now), db: tx }, { teamId: id, performedBy }),
  ).catch(() => {})
}

const stepArbitrary: fc.Arbitrary<Step> = fc.record({
  act: fc.constantFrom(...(Object.keys(actions) as (keyof typeof actions)[])),
  // Most often the owner, who may do most.
  by: fc.constantFrom(0, 0, 0, 1, 2),
  pick: fc.nat(30),
})

/** So that there is something to change. */
const firstSteps: Step[] = [
  { act: 'invite', by: 1, pick: 2 },
  { act: 'invite', by: 1, pick: 3 },
  { act: 'operatorInvites', by: 0, pick: 1 },
  { act: 'addDomain', by: 0, pick: 1 },
  { act: 'setPicture', by: 0, pick: 1 },
  { act: 'require', by: 0, pick: 2 },
]

test('after any changes, folding the log of a team gives its tables, now and in retrospect (TEA-123)', async (t) => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(stepArbitrary, { minLength: 40, maxLength: 60, size: 'max' }),
      (steps) => assertFoldMatchesTables(t, [...firstSteps, ...steps]),
    ),
    { numRuns: 3, endOnFailure: true },
  )
})

async function assertFoldMatchesTables(t: TestContext, steps: Step[]): Promise<void> {
  const world = await newWorld(t)
  const { foyer } = world
  const moments: { seq: number; at: number; live: TeamLogState }[] = []
  for (const step of steps) {
    await perform(world, step)
    moments.push(await momentNow(world))
    foyer.clock.advance(minutes)
  }
  await erase(foyer, await userId(foyer, 'Mary'))
  moments.push(await momentNow(world))
  foyer.clock.advance(8 * days)
  moments.push(await momentNow(world))

  assert.ok(new Set(moments.map(({ seq }) => seq)).size > 5, 'the steps changed something')
  for (const { live, ...moment } of moments) {
    const { past } = await teamStates(foyer.db, world.id, moment, moment.at)
    assert.deepEqual(past, live)
  }
}

async function momentNow({ foyer, id }: World) {
  const at = foyer.clock.now()
  const live = withoutExpired(await storedTeamState(foyer.db, id), toIso(at))
  const { seq } = await foyer.db
    .selectFrom('team_events')
    .select('seq')
    .where('team_id', '=', id)
    .orderBy('seq', 'desc')
    .executeTakeFirstOrThrow()
  const { past } = await teamStates(foyer.db, id, { seq, at }, at)
  assert.deepEqual(past, live)
  return { seq, at, live }
}

async function newWorld(t: TestContext): Promise<World> {
  const { foyer, laptop } = await signedInAda(t)
  await createEngines(laptop)
  const grace = await addMember(foyer, laptop, { name: 'Grace', role: 'admin' })
  // Without a browser she never becomes the only owner.
  await addMember(foyer, laptop, { name: 'Mary' })
  const linus = await registered(foyer, 'Linus')
  const { id } = await foyer.db.selectFrom('teams').select('id').executeTakeFirstOrThrow()
  return { foyer, id, browsers: [laptop, grace, linus] }
}

async function perform(world: World, { act, by, pick }: Step): Promise<void> {
  const browser = world.browsers[by]
  if (!browser) return
  await confirmPassword(browser, ada.password)
  const send: Send = (method, path, body = {}) => browser.json(path, { method, body })
  await actions[act](world, send, pick)
}

async function erase(foyer: TestApp, id: string): Promise<void> {
  const leavesAt = foyer.clock.now()
  await foyer.db.updateTable('users').set({ leaves_at: leavesAt }).where('id', '=', id).execute()
  await inTransaction(foyer.db, (tx) =>
    eraseAccount(tx, foyer.app.keys, { userId: id, leavesAt }, leavesAt),
  )
}

async function teamPage(browser: TestBrowser, query = '') {
  const { page, status } = await browser.visitPath(`${enginesPath}/log${query}`)
  return { status, props: Object(page?.props) }
}

async function engineers(t: TestContext) {
  const { foyer, laptop: ada } = await signedInAda(t)
  await createEngines(ada)
  foyer.clock.advance(10 * minutes)
  await addMember(foyer, ada, { name: 'Grace', role: 'admin' })
  const grace = await userId(foyer, 'Grace')
  return { foyer, ada, grace }
}

test("a team's Time Travel page shows its state at a time, at an event, and now (TEA-124)", async (t) => {
  const { ada, grace } = await engineers(t)

  const { props: created } = await teamPage(ada, '?event=1')
  const { props: later } = await teamPage(ada, `?at=${created.present.members[grace].joinedAt}`)
  const { props: before } = await teamPage(ada, '?at=2001-01-01T00:00')

  assert.deepEqual(
    [Object.keys(created.past.members).length, Object.keys(created.present.members).length],
    [1, 2],
  )
  assert.deepEqual([created.moment.seq, created.moment.next.seq], [1, 2])
  assert.deepEqual(
    created.events.map(({ type }: { type: string }) => type),
    ['team.created'],
  )
  assert.equal(later.past.members[grace].role, 'admin')
  assert.equal(later.names[grace], 'Grace')
  assert.match(before.moment.adjusted.reason, /The team didn't exist then/)
  for (const unknown of ['99', '9999999999', '-1', 'x'])
    assert.equal((await ada.open(`${enginesPath}/log?event=${unknown}`)).status, 404, unknown)
})

test('an erased member stays in the past of a team, without a name (TEA-125)', async (t) => {
  const { foyer, ada, grace } = await engineers(t)

  await erase(foyer, grace)
  const { text } = await ada.open(`${enginesPath}/log?event=3`)
  const { props } = await teamPage(ada, '?event=3')

  assert.equal(props.past.members[grace].role, 'admin')
  assert.deepEqual(Object.values(props.names), ['Ada Lovelace'])
  assert.doesNotMatch(text, /Grace/)
})

test('a team from before Time Travel starts with the state that an upgrade found, once (TEA-126)', async (t) => {
  const { foyer, ada, grace } = await engineers(t)
  const { id } = await foyer.db.selectFrom('teams').select('id').executeTakeFirstOrThrow()
  // A change that the version before did not record.
  await foyer.db.updateTable('teams').set({ seat_limit: 9 }).execute()

  await Promise.all([1, 2].map(() => recordBaselines(foyer.db, foyer.clock.now())))

  const { props } = await teamPage(ada)
  assert.equal(props.isIntact, true)
  assert.deepEqual(
    props.events.map(({ type }: { type: string }) => type),
    ['log.baseline', 'member.joined', 'invitation.sent', 'team.created'],
  )
  assert.equal(props.past.seatLimit, 9)
  assert.deepEqual(props.past.members, (await storedTeamState(foyer.db, id)).members)
  assert.equal(JSON.stringify(props.events).includes(grace), false)
})

test("an event time that no date has, after tampering, fails no page of a team's log (TEA-144)", async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  await createEngines(laptop)
  await laptop.visitPath(enginesPath, { method: 'PUT', body: { name: 'Open', slug: 'engines' } })

  for (const at of [8.7e15, -8.7e15]) {
    await withEventTriggersDisabled(foyer.app.database, async (db) => {
      await db.updateTable('team_events').set({ at }).where('seq', '=', 2).execute()
    })
    const { status, page } = await laptop.visitPath(`${enginesPath}/log`)
    assert.deepEqual([status, page.props['isIntact']], [200, false])
    assert.equal((await laptop.open(`${enginesPath}/log`)).status, 200)
    assert.equal((await laptop.open(`${enginesPath}/log.csv`)).status, 200)
  }
})

test('a page of a long log reads it up to its moment, and that of now not at all (TEA-150)', async (t) => {
  const folded: string[] = []
  const onQuery = (sql: string) => {
    if (sql.startsWith('select "seq", "at", "type", "data" from "team_events"')) folded.push(sql)
  }
  const foyer = await createTestApp(t, {}, { onQuery })
  const ada = await registered(foyer, 'Ada')
  await createEngines(ada)
  const { id } = await foyer.db.selectFrom('teams').select('id').executeTakeFirstOrThrow()
  await inTransaction(foyer.db, async (tx) => {
    const log = { teamId: id, by: null, now: foyer.clock.now() }
    for (let count = 0; count < 60; count++)
      for (const [before, after] of [
        [null, 9],
        [9, null],
      ] as const)
        await recordTeamEvent(tx, log, 'team.seat-limit-changed', { before, after })
  })

  const now = await teamPage(ada)
  const readForNow = folded.length
  const then = await teamPage(ada, '?event=100')

  assert.equal(readForNow, 0)
  assert.ok(folded.length > 0 && folded.every((sql) => sql.includes('"seq" <= ')))
  assert.equal(now.props.moment.newerCount, 0)
  assert.deepEqual([then.props.past.seatLimit, then.props.present.seatLimit], [9, null])
})
