import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'

import { permissionsOfTeamRole } from '#app/permissions.ts'
import { newId } from '#app/platform/lib/ids.ts'
import { routes, type Route } from '#app/routes.ts'
import { createWebhookEndpoint } from '#app/webhooks/webhooks.ts'
import { examplePath } from '#testing/example-path.ts'
import { signedInAda } from '#testing/signed-in-accounts.ts'
import { createTeamClient } from '#testing/team-tokens.ts'
import {
  addMember,
  createEngines,
  enginesPath,
  invite,
  registered,
  userId,
} from '#testing/teams.ts'
import type { TestApp } from '#testing/test-app.ts'
import type { TestBrowser } from '#testing/test-browser.ts'
import { onePixelPng, uploadPhoto } from '#testing/upload-photo.ts'

const table: [string, Route][] = Object.entries(routes)
const memberRoutes = table.filter(([, { access }]) => access === 'team')

type Ids = Record<string, string>

/** Ada owns Engines, with Grace and an invitation. Eve owns Looms; Mallory was removed from Engines. */
async function twoTeams(t: TestContext) {
  const { foyer, laptop: ada } = await signedInAda(t)
  await createEngines(ada)
  const grace = await addMember(foyer, ada, { name: 'Grace' })
  const mallory = await addMember(foyer, ada, { name: 'Mallory', role: 'admin' })
  await ada.json(`${enginesPath}/members/${await userId(foyer, 'Mallory')}`, { method: 'DELETE' })
  await invite(foyer, ada, { email: 'open@x.example' })
  const eve = await registered(foyer, 'Eve')
  await createEngines(eve, { name: 'Looms', slug: 'looms' })
  const member = await userId(foyer, 'Grace')
  const { id: invitation } = await foyer.db
    .selectFrom('team_invitations')
    .select('id')
    .executeTakeFirstOrThrow()
  const { webhook, message } = await webhookOf(foyer)
  const domain = await domainOf(foyer)
  const picture = await pictureOf(ada)
  const photo = await photoOf(foyer, grace)
  const token = await tokenOf(foyer)
  const files = { picture, photo, size: '256' }
  const ids = { member, invitation, webhook, message, domain, token, ...files }
  return { foyer, ada, grace, mallory, eve, ids }
}

async function photoOf({ db }: TestApp, grace: TestBrowser): Promise<string> {
  assert.equal((await uploadPhoto(grace, onePixelPng)).status, 200)
  const query = db.selectFrom('users').select('photo_id').where('photo_id', 'is not', null)
  return (await query.executeTakeFirstOrThrow()).photo_id ?? ''
}

async function pictureOf(ada: TestBrowser): Promise<string> {
  const { status } = await uploadPhoto(ada, onePixelPng, { path: `${enginesPath}/picture` })
  assert.equal(status, 200)
  const { team } = (await ada.visitPath(enginesPath)).page.props
  return String(Object(team).pictureUrl).split('/')[4] ?? ''
}

async function domainOf({ clock, db }: TestApp): Promise<string> {
  const { id: team_id } = await teamOf(db)
  const id = newId()
  const values = { id, team_id, domain: 'x.example', token: 'x', is_enabled: 1 }
  await db
    .insertInto('team_domains')
    .values({ ...values, created_at: clock.now() })
    .execute()
  return id
}

async function tokenOf({ clock, db }: TestApp): Promise<string> {
  const { id: team_id } = await teamOf(db)
  const id = newId()
  const values = { id, team_id, name: 'Onboarding', hint: 'foyer_team_x', token_hash: 'x' }
  await db
    .insertInto('team_tokens')
    .values({ ...values, permissions: '["team.view"]', created_at: clock.now() })
    .execute()
  return id
}

const teamOf = (db: TestApp['db']) =>
  db.selectFrom('teams').select('id').where('slug', '=', 'engines').executeTakeFirstOrThrow()

/** A webhook of Engines, with a message. */
async function webhookOf({ app, clock, db }: TestApp) {
  const { id: teamId } = await teamOf(db)
  const context = { db, keys: app.keys, allowsPrivate: false, now: clock.now() }
  const endpoint = { url: 'https://hooks.example/team', eventTypes: [], teamId }
  const { id: webhook } = await createWebhookEndpoint(context, endpoint, [])
  const message = `msg_${'1'.repeat(32)}`
  const values = { id: message, event_id: '1', endpoint_id: webhook, type: 'team.updated' }
  await db
    .insertInto('webhook_deliveries')
    .values({ ...values, payload: '{}', status: 'failed', attempts: 10, created_at: clock.now() })
    .execute()
  return { webhook, message }
}

function pathOf(route: Route, ids: Ids, team: string): string {
  const path = route.path
    .replace('{team}', team)
    .replace(/\{(\w+)\}/g, (text, name: string) => ids[name] ?? text)
  return examplePath({ ...route, path: `/${path.slice(1)}` })
}

async function statuses(
  browser: TestBrowser,
  ids: Ids,
  { team = 'engines', routes = memberRoutes } = {},
): Promise<Record<string, number>> {
  const body = {
    name: 'Taken',
    slug: 'taken',
    role: 'admin',
    email: 'eve@x.example',
    url: 'https://x.example',
  }
  const forms = { ...body, member: ids['member'], confirmation: 'engines' }
  const found: [string, number][] = []
  for (const [name, route] of routes) {
    const { method } = route
    const options = { method, ...(method !== 'GET' && { body: forms }) }
    found.push([name, (await browser.json(pathOf(route, ids, team), options)).status])
  }
  return Object.fromEntries(found)
}

const every = (status: number, routes = memberRoutes) =>
  Object.fromEntries(routes.map(([name]) => [name, status]))

/** All that teams have, but the times of requests. */
async function contents({ db }: TestApp) {
  return {
    teams: await db.selectFrom('teams').selectAll().orderBy('id').execute(),
    members: await db.selectFrom('team_members').selectAll().orderBy('user_id').execute(),
    invitations: await db.selectFrom('team_invitations').selectAll().orderBy('id').execute(),
    tokens: await db
      .selectFrom('team_tokens')
      .select(['id', 'permissions'])
      .where('token_hash', '=', 'x')
      .execute(),
    domains: await db.selectFrom('team_domains').selectAll().execute(),
    webhooks: await db.selectFrom('webhook_endpoints').selectAll().execute(),
    messages: await db.selectFrom('webhook_deliveries').select(['id', 'status']).execute(),
    handovers: await db.selectFrom('team_handovers').selectAll().execute(),
  }
}

async function confirmed(browser: TestBrowser): Promise<TestBrowser> {
  const body = { password: 'a row of quiet engines' }
  const { status } = await browser.json('/user/confirm-password', { method: 'POST', body })
  assert.ok(status < 300, String(status))
  return browser
}

test('every route of a team is 404 for a member of another team, a removed one and a stranger, and changes nothing (TEA-19)', async (t) => {
  const { foyer, mallory, eve, ids } = await twoTeams(t)
  const stranger = await registered(foyer, 'Trent')
  const before = await contents(foyer)

  assert.ok(memberRoutes.length >= 17)
  for (const browser of [eve, mallory, stranger])
    assert.deepEqual(await statuses(await confirmed(browser), ids), every(404))
  assert.deepEqual(await contents(foyer), before)
})

test("ids of another team's members, invitations, domains, tokens and webhooks are not found in one's own team (TEA-20)", async (t) => {
  const { foyer, eve, ids } = await twoTeams(t)
  await confirmed(eve)
  const before = await contents(foyer)
  const withIds = memberRoutes.filter(([, { path }]) => /\{(?!team)\w+\}/.test(path))

  const found = await statuses(eve, ids, { team: 'looms', routes: withIds })

  assert.equal(withIds.length, 14)
  assert.deepEqual(found, every(404, withIds))
  const handover = { method: 'POST', body: { member: ids.member } } as const
  assert.equal((await eve.json('/t/looms/handover', handover)).status, 422)
  assert.deepEqual(await contents(foyer), before)
})

test('every route that a role does not permit is 403 for it, and changes nothing (TEA-21)', async (t) => {
  const { foyer, ada, grace, ids } = await twoTeams(t)
  await confirmed(ada)
  await confirmed(grace)
  const before = await contents(foyer)

  for (const role of ['member', 'admin', 'no such role']) {
    await foyer.db
      .updateTable('team_members')
      .set({ role })
      .where('user_id', '=', ids.member)
      .execute()
    const permitted: readonly string[] = permissionsOfTeamRole(role)
    const beyond = memberRoutes.filter(
      ([, { permission }]) =>
        permission !== 'membership' && !permitted.includes(String(permission)),
    )
    assert.ok(beyond.length >= 3)
    assert.deepEqual(await statuses(grace, ids, { routes: beyond }), every(403, beyond))
  }
  await foyer.db
    .updateTable('team_members')
    .set({ role: 'member' })
    .where('user_id', '=', ids.member)
    .execute()
  assert.deepEqual(await contents(foyer), before)
})

test('an unverified account and one on hold reach no route of their team (TEA-22)', async (t) => {
  const { foyer, grace, ids } = await twoTeams(t)
  await confirmed(grace)
  const user = foyer.db.updateTable('users').where('id', '=', ids.member)
  const before = await contents(foyer)

  await user.set({ email_verified_at: null }).execute()
  assert.deepEqual(await statuses(grace, ids), every(403))
  await user.set({ email_verified_at: 1, leaves_at: foyer.clock.now() + 1e9 }).execute()
  assert.deepEqual(await statuses(grace, ids), every(403))
  assert.deepEqual(await contents(foyer), before)
})

test('a role that is not declared permits nothing, not even by a name of every object (TEA-21)', () => {
  for (const name of ['constructor', '__proto__', 'root', '']) {
    assert.deepEqual(permissionsOfTeamRole(name), [])
  }
})

test('a malformed team in the address is refused, whatever it contains (TEA-19)', async (t) => {
  const { ada } = await twoTeams(t)

  for (const slug of ['%00', 'ENGINES', 'engines%20', '%2e%2e', "x'--", 'x'.repeat(300), '-'])
    assert.match(String((await ada.open(`/t/${slug}/members`)).status), /^4\d\d$/, slug)
})

test('the owner opens every page of the team (TEA-19)', async (t) => {
  const { ada, ids } = await twoTeams(t)
  const names = memberRoutes.filter(([, { method }]) => method === 'GET').map(([name]) => name)

  const found = await statuses(ada, ids, {
    routes: memberRoutes.filter(([name]) => names.includes(name)),
  })

  assert.deepEqual(found, Object.fromEntries(names.map((name) => [name, 200])))
})

test('a token of another team reads and changes nothing by any route of its API (TEA-108)', async (t) => {
  const { foyer, eve, ids } = await twoTeams(t)
  const stranger = await createTeamClient(foyer, eve, { team: '/t/looms' })
  const before = await contents(foyer)
  const secrets = ['engines', 'Engines', 'Ada', 'Grace', 'open@x.example', ...Object.values(ids)]
  const apiRoutes = table.filter(([, { access }]) => access === 'teamToken')

  for (const [name, route] of apiRoutes) {
    const { method } = route
    const body = { ...ids, email: 'not an address', role: 'member', team: 'engines' }
    const options = { method, ...(method !== 'GET' && { body }) }
    const { text } = await stranger.request(pathOf(route, ids, 'engines'), options)
    assert.deepEqual(
      [name, secrets.filter((secret) => secret.length > 3 && text.includes(secret))],
      [name, []],
    )
  }

  assert.equal(apiRoutes.length, 6)
  assert.deepEqual(await contents(foyer), before)
})
