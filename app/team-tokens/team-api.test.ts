import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'

import formats from 'ajv-formats'
import { Ajv2020 } from 'ajv/dist/2020.js'

import { requestsPerToken } from '#app/api-tokens/limits.ts'
import { teamTokenPermissions } from '#app/permissions.ts'
import type { Route } from '#app/routes.ts'
import { examplePath } from '#testing/example-path.ts'
import { signedInAda } from '#testing/signed-in-accounts.ts'
import { createTeamClient } from '#testing/team-tokens.ts'
import {
  accept,
  addMember,
  askTeamsBeforeMail,
  createEngines,
  enginesPath,
  invitationLink,
  invite,
  registered,
  roles,
  userId,
} from '#testing/teams.ts'
import type { TestApp } from '#testing/test-app.ts'

import { teamTokenRouteTable } from './route-table.ts'

const table: [string, Route][] = Object.entries(teamTokenRouteTable)
const apiRoutes = table.filter(([, { access }]) => access === 'teamToken')

async function engines(t: TestContext) {
  const { foyer, laptop: ada } = await signedInAda(t)
  await createEngines(ada)
  return { foyer, ada, client: await createTeamClient(foyer, ada) }
}

const invitations = ({ db }: TestApp) =>
  db.selectFrom('team_invitations').selectAll().orderBy('id').execute()

const post = (email: string, role = 'member') =>
  ({ method: 'POST', body: { email, role } }) as const

test('a team token reads its team and the members with their roles (TEA-104)', async (t) => {
  const { foyer, ada, client } = await engines(t)
  await addMember(foyer, ada, { name: 'Grace' })
  const viewer = await createTeamClient(foyer, ada, { permissions: [] })

  const team = (await client.request('/api/team')).raw.json()
  const members = (await client.request('/api/team/members?limit=1')).raw.json()
  const next = await client.request(`/api/team/members?limit=1&cursor=${members.next_cursor}`)

  assert.partialDeepStrictEqual(team, { name: 'Analytical Engines', slug: 'engines' })
  assert.partialDeepStrictEqual(team, { member_count: 2, token: { name: 'Onboarding' } })
  const listed = [...members.data, ...next.raw.json().data]
  assert.deepEqual(
    listed.map(({ email, role }) => [email, role]),
    [
      ['ada@example.com', 'owner'],
      ['grace@example.com', 'member'],
    ],
  )
  const seen = (await viewer.request('/api/team/members')).raw.json().data
  assert.deepEqual(
    seen.map(({ email }: { email: string | null }) => email),
    [null, null],
  )
})

test('a team token invites, lists and revokes; the logs name the token, and the mail names nobody (TEA-105)', async (t) => {
  const { foyer, ada, client } = await engines(t)

  const invited = await client.request('/api/team/invitations', post('grace@example.com'))
  const other = await client.request('/api/team/invitations', post('alan@example.com'))

  assert.deepEqual([invited.status, other.status], [201, 201])
  const { id } = other.raw.json()
  const { data } = (await client.request('/api/team/invitations')).raw.json()
  assert.deepEqual(
    data.map(({ email, role }: Record<string, string>) => [email, role]),
    [
      ['alan@example.com', 'member'],
      ['grace@example.com', 'member'],
    ],
  )
  const mail = (await foyer.mails()).find(({ to }) => to === 'grace@example.com')
  assert.ok(mail && !mail.text.includes('Ada'))
  const path = `/api/team/invitations/${id}`
  assert.equal(await client.status(path, { method: 'DELETE' }), 204)
  assert.equal(await client.status(path, { method: 'DELETE' }), 404)
  assert.equal((await invitations(foyer)).length, 1)
  const { events } = (await ada.visitPath(`${enginesPath}/log`)).page.props
  assert.partialDeepStrictEqual(events, [
    { type: 'invitation.revoked', actor: 'Onboarding', isToken: true },
    { type: 'invitation.sent', actor: 'Onboarding', isToken: true },
  ])
  const [own] = await foyer.events('team.member-invited')
  assert.partialDeepStrictEqual(own?.data, {
    performedBy: { kind: 'team-token', name: 'Onboarding' },
  })
  const link = await invitationLink(foyer)
  assert.ok(link)
})

test('a team token can neither assign a role with a permission that it lacks, nor revoke such an invitation (TEA-106)', async (t) => {
  const { foyer, ada, client } = await engines(t)
  await invite(foyer, ada, { email: 'alan@example.com', role: 'admin' })
  const [{ id = '' } = {}] = await invitations(foyer)

  for (const role of ['admin', 'owner', 'constructor', '__proto__', ''])
    assert.ok(
      [403, 422].includes(
        await client.status('/api/team/invitations', post('mallory@example.com', role)),
      ),
      role,
    )
  assert.equal(await client.status(`/api/team/invitations/${id}`, { method: 'DELETE' }), 403)
  const extra = { email: 'eve@example.com', role: 'member', permissions: ['team.delete'] }
  const more = { ...extra, team: 'other', user_id: 'x', token: 'x' }
  await client.request('/api/team/invitations', { method: 'POST', body: more })

  const eve = await registered(foyer, 'Eve')
  await eve.open('/login')
  await accept(eve, await invitationLink(foyer))
  assert.deepEqual(await roles(foyer), { 'Ada Lovelace': 'owner', Eve: 'member' })
})

test('every route of the team API requires its own permission (TEA-107)', async (t) => {
  const { foyer, ada } = await engines(t)
  const viewer = await createTeamClient(foyer, ada, { permissions: [] })

  for (const [name, route] of apiRoutes) {
    const { method, permission } = route
    const body = method === 'GET' ? {} : { body: {} }
    const status = await viewer.status(examplePath(route), { method, ...body })
    assert.equal(status === 403, permission !== 'team.view', `${name}: ${status}`)
  }
  assert.deepEqual(
    [...new Set(apiRoutes.map(([, { permission }]) => permission))].toSorted(),
    [...teamTokenPermissions].toSorted(),
  )
})

test('neither a team token in a cookie or the URL nor a session opens the team API, and a team token opens no page (TEA-107)', async (t) => {
  const { ada, client } = await engines(t)

  assert.equal(
    await client.status(`/api/team?access_token=${client.token}`, {
      headers: { authorization: '' },
    }),
    401,
  )
  for (const [, route] of apiRoutes) {
    const { method } = route
    const body = method === 'GET' ? {} : { body: {} }
    assert.equal((await ada.json(examplePath(route), { method, ...body })).status, 401)
  }
  const headers = { accept: 'application/json', 'sec-fetch-site': 'same-origin' }
  for (const path of [enginesPath, `${enginesPath}/tokens`, `${enginesPath}/members`])
    assert.equal(await client.status(path, { headers }), 401)
})

test('a token of a team sees and changes nothing of another (TEA-108)', async (t) => {
  const { foyer, ada, client } = await engines(t)
  await invite(foyer, ada, { email: 'open@example.com' })
  const eve = await registered(foyer, 'Eve')
  await createEngines(eve, { name: 'Looms', slug: 'looms' })
  const stranger = await createTeamClient(foyer, eve, { team: '/t/looms' })
  const [before] = await invitations(foyer)

  const team = (await stranger.request('/api/team')).raw.json()
  const members = (await stranger.request('/api/team/members')).raw.json().data
  const open = (await stranger.request('/api/team/invitations')).raw.json().data

  assert.equal(team.slug, 'looms')
  assert.deepEqual(
    members.map(({ name }: { name: string }) => name),
    ['Eve'],
  )
  assert.deepEqual(open, [])
  const cursor = `?cursor=${await userId(foyer, 'Eve')}`
  assert.deepEqual((await stranger.request(`/api/team/members${cursor}`)).raw.json().data, [])
  const path = `/api/team/invitations/${before?.id}`
  assert.equal(await stranger.status(path, { method: 'DELETE' }), 404)
  assert.equal(await stranger.status('/api/team/../admin/teams'), 404)
  assert.deepEqual(await invitations(foyer), [before])
  assert.equal(await client.status(path, { method: 'DELETE' }), 204)
  const ownToken = `/t/looms/tokens/${client.id}`
  assert.equal((await eve.json(ownToken, { method: 'DELETE' })).status, 404)
  assert.equal(await client.status('/api/team'), 200)
})

test('of revoking a team token and its request at the same time, nothing happens after the revocation (TEA-109)', async (t) => {
  const { foyer, ada } = await engines(t)
  for (let round = 0; round < 10; round++) {
    const client = await createTeamClient(foyer, ada, { name: `Round ${round}` })
    const email = `guest${round}@example.com`

    const [revoked, used] = await Promise.all([
      ada.json(`${enginesPath}/tokens/${client.id}`, { method: 'DELETE' }),
      client.request('/api/team/invitations', post(email)),
    ])

    assert.equal(revoked.status, 200)
    assert.ok([201, 401].includes(used.status), String(used.status))
    const log = await foyer.db
      .selectFrom('team_events')
      .select(['type', 'data'])
      .orderBy('seq')
      .execute()
    const ofToken = log.filter(({ data }) => data.includes(client.id)).map(({ type }) => type)
    assert.deepEqual(
      ofToken,
      used.status === 201
        ? ['token.created', 'invitation.sent', 'token.revoked']
        : ['token.created', 'token.revoked'],
    )
  }
})

test('a team about to be deleted takes no invitation by a token, and neither does one without a seat (TEA-110)', async (t) => {
  const { foyer, ada, client } = await engines(t)
  await foyer.db.updateTable('teams').set({ seat_limit: 1 }).execute()
  assert.equal(await client.status('/api/team/invitations', post('grace@example.com')), 422)

  await foyer.db.updateTable('teams').set({ seat_limit: null }).execute()
  await ada.json(enginesPath, { method: 'DELETE', body: { confirmation: 'engines' } })

  assert.equal(await client.status('/api/team/invitations', post('grace@example.com')), 422)
  assert.deepEqual(await invitations(foyer), [])
})

test('requests of a team token, guesses and invitations are limited (TEA-110)', async (t) => {
  const { foyer, ada, client } = await engines(t)
  const busy = await createTeamClient(foyer, ada)
  for (let count = 0; count < requestsPerToken.limit; count++) await busy.request('/api/team')

  const answer = await busy.request('/api/team')

  assert.equal(answer.status, 429)
  assert.ok(Number(answer.header('retry-after')) > 0)
  assert.equal(await client.status('/api/team'), 200)
  const headers = { authorization: 'Bearer foyer_team_x' }
  for (let count = 0; count < 60; count++) await client.status('/api/team', { headers })
  assert.equal(await client.status('/api/team', { headers }), 429)
})

test('mails of invitations by team tokens are limited for the team (TEA-110)', async (t) => {
  const { foyer, ada, client } = await engines(t)
  const second = await createTeamClient(foyer, ada)
  for (let count = 0; count < 15; count++)
    for (const each of [client, second])
      await each.request('/api/team/invitations', post(`guest${count}@`))

  const good = post('grace@example.com')
  await client.request('/api/team/invitations', good)
  for (let count = 0; count < 30; count++)
    await second.request('/api/team/invitations', post(`guest${count}@example.com`))
  assert.equal(await second.status('/api/team/invitations', good), 429)
})

test('the OpenAPI document of the team API describes exactly its routes (TEA-111)', async (t) => {
  const { client, foyer } = await engines(t)
  const document = (await client.request('/api/team/openapi.json')).raw.json()
  const operations = Object.entries<Record<string, Record<string, string>>>(document.paths).flatMap(
    ([path, methods]) =>
      Object.entries(methods).map(([method, it]) => [
        it['operationId'],
        method.toUpperCase(),
        path,
        it['x-permission'],
      ]),
  )

  const expected = apiRoutes
    .filter(([name]) => name !== 'team-api.openapi')
    .map(([name, { method, path, permission }]) => [name, method, path, permission])
  assert.deepEqual(operations.toSorted(), expected.toSorted())
  const ajv = new Ajv2020({ strict: true, allErrors: true, allowUnionTypes: true })
  formats.default(ajv)
  for (const [name, schema] of Object.entries(document.components.schemas))
    assert.ok(ajv.addSchema(Object(schema), `#/components/schemas/${name}`))
  assert.equal((await foyer.browser().request('/api/team/openapi.json')).status, 401)
  const others = await foyer.browser().request('/api/openapi.json')
  assert.ok(!others.text.includes('/api/team'))
})

test(
  'a slow rate limiter of mails holds no transaction open while a team token invites (TEA-136)',
  { timeout: 10_000 },
  async (t) => {
    const { foyer, client } = await engines(t)
    const asked = askTeamsBeforeMail(foyer)

    assert.equal((await client.request('/api/team/invitations', post('a@x.example'))).status, 201)

    assert.ok(await invitationLink(foyer))
    assert.ok(asked.count > 0)
  },
)
test('a team token with altered permissions may do nothing, and no page fails (TEA-143)', async (t) => {
  const { foyer, ada, client } = await engines(t)

  for (const permissions of ['{', '"members.invite"', '[1]']) {
    await foyer.db.updateTable('team_tokens').set({ permissions }).execute()
    assert.ok((await client.request('/api/team')).status < 500)
    assert.equal(
      (await client.request('/api/team/invitations', post('eve@example.com'))).status,
      403,
    )
    assert.equal((await ada.visitPath(`${enginesPath}/tokens`)).status, 200)
  }
})
