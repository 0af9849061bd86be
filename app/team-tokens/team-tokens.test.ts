import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { setTimeout } from 'node:timers/promises'

import { eraseOverdueTeams } from '#app/teams/delete-team.ts'
import { createApiClient } from '#testing/api-clients.ts'
import { confirmPassword, registerAccount, signedInAda } from '#testing/signed-in-accounts.ts'
import { createTeamClient } from '#testing/team-tokens.ts'
import { addMember, createEngines, enginesPath, person, userId } from '#testing/teams.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import type { TestBrowser } from '#testing/test-browser.ts'
import { days, minutes } from '#testing/test-clock.ts'

import { teamTokensFeature } from './feature.ts'
import { expiredTeamTokenRetentionMs, maxTeamTokens, teamTokenLimits } from './limits.ts'

const tokensPath = `${enginesPath}/tokens`

async function engines(t: TestContext) {
  const { foyer, laptop: ada } = await signedInAda(t)
  await createEngines(ada)
  await confirmPassword(ada)
  return { foyer, ada }
}

function create(browser: TestBrowser, form: Record<string, unknown> = {}) {
  const body = { name: 'Onboarding', permissions: ['members.invite'], expiry: '30', ...form }
  return browser.json(tokensPath, { method: 'POST', body })
}

const stored = ({ db }: TestApp) => db.selectFrom('team_tokens').selectAll().execute()

async function teamLog({ db }: TestApp, prefix: string) {
  const rows = await db
    .selectFrom('team_events')
    .select(['type', 'data'])
    .where('type', 'like', `${prefix}%`)
    .orderBy('seq')
    .execute()
  return rows.map(({ type, data }) => ({ type, ...JSON.parse(data) }))
}

test('a team token is shown once, and stored as a hash (TEA-95)', async (t) => {
  const { foyer, ada } = await engines(t)

  const { status, raw } = await create(ada)

  const { id, token } = raw.json()
  assert.equal(status, 201)
  assert.match(token, /^foyer_team_[0-9A-Za-z]{43}[0-9a-f]{8}$/)
  assert.equal(raw.headers['cache-control'], 'no-store')
  assert.ok(!JSON.stringify(await stored(foyer)).includes(token))
  const page = await ada.visitPath(tokensPath)
  assert.ok(!page.text.includes(token))
  assert.partialDeepStrictEqual(page.page.props['tokens'], [
    { id, name: 'Onboarding', state: 'good', lastUsedAt: null },
  ])
  const form = { name: 'Second', expiry: 'never' }
  const visit = await ada.visitPath(tokensPath, { method: 'POST', body: form })
  assert.equal(visit.location, tokensPath)
  const first = await ada.visitPath(tokensPath)
  assert.match(String(first.page.flash?.['token']), /^foyer_team_/)
  assert.equal((await ada.visitPath(tokensPath)).page.flash?.['token'], undefined)
})

test('creating a team token needs a recent confirmation and the permission (TEA-96)', async (t) => {
  const { foyer, laptop: ada } = await signedInAda(t)
  await createEngines(ada)
  const grace = await addMember(foyer, ada, { name: 'Grace' })
  const alan = await addMember(foyer, ada, { name: 'Alan', role: 'admin' })

  assert.equal((await create(ada)).status, 423)
  for (const browser of [ada, grace, alan]) await confirmPassword(browser)
  assert.equal((await create(grace)).status, 403)
  assert.equal((await grace.open(tokensPath)).status, 403)
  assert.equal((await create(alan)).status, 201)
  const { id } = (await create(ada)).raw.json()
  assert.equal((await grace.json(`${tokensPath}/${id}`, { method: 'DELETE' })).status, 403)
})

test('a team token gets no permission beyond the list, and every one may see the team (TEA-97)', async (t) => {
  const { foyer, ada } = await engines(t)

  await create(ada, { permissions: ['team.delete', 'members.change-role', 'tokens.manage', '*'] })
  await create(ada, { permissions: undefined })

  const rows = await stored(foyer)
  assert.deepEqual(
    rows.map(({ permissions }) => JSON.parse(permissions)),
    [['team.view'], ['team.view']],
  )
  assert.equal((await create(ada, { permissions: 'team.delete' })).status, 422)
})

test('a role that was lowered after the request was let in leaves no team token (TEA-97)', async (t) => {
  const { foyer, ada } = await engines(t)
  const alan = await addMember(foyer, ada, { name: 'Alan', role: 'admin' })
  await confirmPassword(alan)
  const member = `${enginesPath}/members/${await userId(foyer, 'Alan')}`

  const [lowered, created] = await Promise.all([
    ada.json(member, { method: 'PUT', body: { role: 'member' } }),
    create(alan),
  ])

  assert.equal(lowered.status, 200)
  assert.ok([201, 403].includes(created.status))
  assert.deepEqual(await stored(foyer), [])
  assert.equal((await create(alan)).status, 403)
})

test('the log still has who created a token after that member has left (TEA-98)', async (t) => {
  const { foyer, ada } = await engines(t)
  const alan = await addMember(foyer, ada, { name: 'Alan', role: 'admin' })
  const client = await createTeamClient(foyer, alan)
  const alanId = await userId(foyer, 'Alan')

  await ada.json(`${enginesPath}/members/${alanId}`, { method: 'DELETE' })

  const [created, revoked] = await teamLog(foyer, 'token.')
  assert.partialDeepStrictEqual(created, { type: 'token.created', by: alanId, name: 'Onboarding' })
  assert.partialDeepStrictEqual(revoked, { type: 'token.revoked', why: 'creator-left' })
  assert.notEqual(revoked.by, alanId)
  assert.ok(!JSON.stringify([created, revoked]).includes(client.token))
})

test('creating and revoking a team token are in both logs, and every owner is notified (TEA-99)', async (t) => {
  const { foyer, ada } = await engines(t)
  const alan = await addMember(foyer, ada, { name: 'Alan', role: 'admin' })
  const { id } = await createTeamClient(foyer, alan)

  await ada.json(`${tokensPath}/${id}`, { method: 'DELETE' })

  assert.deepEqual(
    (await teamLog(foyer, 'token.')).map(({ type, token }) => [type, token]),
    [
      ['token.created', id],
      ['token.revoked', id],
    ],
  )
  const own = await foyer.events('team.token-')
  assert.deepEqual(
    own.map(({ type, data }) => [type, Object(data).token]),
    [
      ['team.token-created', 'Onboarding'],
      ['team.token-revoked', 'Onboarding'],
    ],
  )
  const told = (await foyer.mails()).filter(({ subject }) => /has a new API token/.test(subject))
  assert.deepEqual(told.map(({ to }) => to).toSorted(), ['ada@example.com', person('Alan').email])
})

test('an expired, revoked, mistyped or missing team token and one of another kind are rejected (TEA-100)', async (t) => {
  const { foyer, ada } = await engines(t)
  const client = await createTeamClient(foyer, ada, { expiry: '7' })
  const revoked = await createTeamClient(foyer, ada)
  const personal = await createApiClient(foyer, ada)
  assert.equal(await revoked.status('/api/team'), 200)

  const first = await ada.json(`${tokensPath}/${revoked.id}`, { method: 'DELETE' })
  const again = await ada.json(`${tokensPath}/${revoked.id}`, { method: 'DELETE' })

  assert.deepEqual([first.status, again.status], [200, 404])
  assert.equal(await revoked.status('/api/team'), 401)
  for (const authorization of ['', `Basic ${client.token}`, `Bearer ${client.token}0`])
    assert.equal(await client.status('/api/team', { headers: { authorization } }), 401)
  assert.equal(await personal.status('/api/team'), 401)
  assert.equal(await client.status('/api/user'), 401)
  assert.equal((await ada.json('/api/team')).status, 401)
  foyer.clock.advance(7 * days)
  assert.equal(await client.status('/api/team'), 401)
})

test('an expired team token stays listed for a while, and is deleted then (TEA-100)', async (t) => {
  const { foyer, ada } = await engines(t)
  await create(ada, { expiry: '7' })
  await create(ada, { expiry: 'never' })

  foyer.clock.advance(7 * days + expiredTeamTokenRetentionMs - 1)
  await teamTokensFeature.prune?.(foyer.db, foyer.clock.now())
  assert.equal((await stored(foyer)).length, 2)
  foyer.clock.advance(1)
  await teamTokensFeature.prune?.(foyer.db, foyer.clock.now())

  assert.deepEqual(
    (await stored(foyer)).map(({ expires_at }) => expires_at),
    [null],
  )
})

test('a token ends with its team, at the end of the grace period (TEA-101)', async (t) => {
  const { foyer, ada } = await engines(t)
  const client = await createTeamClient(foyer, ada, { expiry: 'never' })
  await ada.json(enginesPath, { method: 'DELETE', body: { confirmation: 'engines' } })
  assert.equal(await client.status('/api/team'), 200)

  foyer.clock.advance(60 * days)

  assert.equal(await client.status('/api/team'), 401)
  await eraseOverdueTeams(foyer.db, foyer.clock.now())
  assert.deepEqual(await stored(foyer), [])
})

test('concurrent requests create no more tokens than a team may have (TEA-102)', async (t) => {
  const { foyer, ada } = await engines(t)
  for (let count = 0; count < maxTeamTokens - 1; count++) await create(ada)
  const alan = await addMember(foyer, ada, { name: 'Alan', role: 'admin' })
  await confirmPassword(alan)

  const answers = await Promise.all(Array.from({ length: 4 }, () => create(alan)))

  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 422, 422, 422])
  assert.equal((await stored(foyer)).length, maxTeamTokens)
})

test('creating tokens is limited, as each one mails the owners (TEA-102)', async (t) => {
  const { ada } = await engines(t)
  const { limit } = teamTokenLimits.perAccount
  for (let count = 0; count < limit; count++) await create(ada)

  const { status, raw } = await create(ada)

  assert.equal(status, 429)
  assert.match(raw.json().errors.name[0], /Too many attempts/)
})

test('the last use of a team token is shown, and stored once a minute (TEA-103)', async (t) => {
  const { foyer, ada } = await engines(t)
  const client = await createTeamClient(foyer, ada)
  const lastUse = async () => (await stored(foyer))[0]?.last_used_at
  await client.request('/api/team')
  const first = foyer.clock.now()
  // It is stored after the response.
  while ((await lastUse()) !== first) await setTimeout(5)

  foyer.clock.advance(0.5 * minutes)
  await client.request('/api/team')
  await setTimeout(50)
  const second = await lastUse()
  foyer.clock.advance(minutes)
  await client.request('/api/team')

  assert.equal(second, first)
  while ((await lastUse()) !== foyer.clock.now()) await setTimeout(5)
})

test('requests within a minute of the last use write nothing (TEA-103)', async (t) => {
  const queries: string[] = []
  const onQuery = (sql: string) => void queries.push(sql)
  const foyer = await createTestApp(t, {}, { onQuery })
  const ada = foyer.browser()
  await registerAccount(foyer, ada)
  await createEngines(ada)
  const client = await createTeamClient(foyer, ada)
  const updates = () => queries.filter((sql) => sql.startsWith('update "team_tokens"')).length
  queries.length = 0
  await client.request('/api/team')
  while (updates() === 0) await setTimeout(5)

  await client.request('/api/team')
  await setTimeout(50)
  const withinAMinute = updates()
  foyer.clock.advance(minutes + 1)
  await client.request('/api/team')

  while (updates() === 1) await setTimeout(5)
  assert.equal(withinAMinute, 1)
})

test('with TEAMS=off neither the page of team tokens nor the team API exists (TEA-04)', async (t) => {
  const foyer = await createTestApp(t, { TEAMS: 'off' })

  assert.equal((await foyer.browser().request('/api/team')).status, 404)
  assert.equal((await foyer.browser().request('/api/team/openapi.json')).status, 404)
})
