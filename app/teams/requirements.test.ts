import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'

import { newId } from '#app/platform/lib/ids.ts'
import { teamChannel } from '#app/platform/realtime/channel-names.ts'
import { enterCode, requestSignInCode } from '#testing/mailed-codes.ts'
import { addPasskey } from '#testing/passkey-flows.ts'
import { connectPusherJsClient, waitForOutbox } from '#testing/pusher-js-client.ts'
import { confirmPassword, enableTwoFactor, registerAccount } from '#testing/signed-in-accounts.ts'
import {
  addMember,
  createEngines,
  enginesPath,
  invite,
  person,
  roles,
  userId,
} from '#testing/teams.ts'
import { buildTestApp, type TestApp } from '#testing/test-app.ts'
import type { TestBrowser } from '#testing/test-browser.ts'
import { hours, minutes } from '#testing/test-clock.ts'
import { VirtualAuthenticator } from '#testing/virtual-authenticator.ts'

import { sessionsThatFail } from './requirements.ts'

const page = `${enginesPath}/requirements`

/** Ada owns the team, Grace is a member. */
async function adaAndGrace(t: TestContext) {
  const foyer = await buildTestApp(t)
  const ada = foyer.browser()
  await registerAccount(foyer, ada)
  await createEngines(ada)
  const grace = await addMember(foyer, ada, { name: 'Grace' })
  await confirmPassword(ada)
  return { foyer, ada, grace }
}

const require = async (browser: TestBrowser, body: object) =>
  (await browser.json(page, { method: 'PUT', body })).status

const unmet = async (browser: TestBrowser) => (await browser.visitPath(page)).page.props['unmet']

const teamPage = (browser: TestBrowser) => browser.visitPath(enginesPath)

test('a member without the required second factor is led to it, and the team opens afterwards (TEA-34)', async (t) => {
  const { foyer, ada, grace } = await adaAndGrace(t)
  assert.equal(await require(ada, { second_factor: true }), 422)
  await enableTwoFactor(ada)

  assert.equal(await require(ada, { second_factor: true }), 200)

  const { location } = await teamPage(grace)
  assert.equal(location, page)
  assert.deepEqual(await unmet(grace), ['second-factor'])
  const { status } = await grace.json(`${enginesPath}/members`)
  assert.equal(status, 403)
  assert.equal((await grace.visit('dashboard')).status, 200)
  assert.ok(
    (await foyer.mails()).some(
      (mail) => mail.to === 'grace@example.com' && /require/.test(mail.subject),
    ),
  )
  await enableTwoFactor(grace)
  assert.equal((await teamPage(grace)).status, 200)
  const [event] = await foyer.events('team.requirements-changed')
  assert.partialDeepStrictEqual(event?.data, { after: { secondFactor: true } })
})

test('every route of the team is closed to a member who does not meet a requirement, but leaving it (TEA-35)', async (t) => {
  const { foyer, ada, grace } = await adaAndGrace(t)
  await enableTwoFactor(ada)
  await require(ada, { second_factor: true })

  const paths = ['', '/members', '/settings']
  for (const path of paths) assert.equal((await grace.json(enginesPath + path)).status, 403)
  assert.equal((await grace.json(`${enginesPath}/handover`, { method: 'DELETE' })).status, 403)
  assert.equal((await grace.json(`${enginesPath}/membership`, { method: 'DELETE' })).status, 200)
  assert.deepEqual(Object.keys(await roles(foyer)), ['Ada Lovelace'])
})

test('a session that is too old has to sign in again, and comes back to the team (TEA-36)', async (t) => {
  const { foyer, ada, grace } = await adaAndGrace(t)
  await require(ada, { max_session: '1' })
  assert.equal((await teamPage(grace)).status, 200)

  foyer.clock.advance(hours + 1)

  assert.equal((await teamPage(grace)).location, page)
  assert.deepEqual(await unmet(grace), ['session-age'])
  const { location } = await grace.visitPath(`${enginesPath}/sign-in`, { method: 'POST', body: {} })
  assert.equal(location, '/login')
  const again = await grace.visit('login.store', {
    email: 'grace@example.com',
    password: 'a row of quiet engines',
  })
  assert.equal(again.location, enginesPath)
  assert.equal((await teamPage(grace)).status, 200)
})

test('only the allowed ways to sign in open the team, and the owner has to use one (TEA-37)', async (t) => {
  const { ada, grace } = await adaAndGrace(t)

  assert.equal(await require(ada, { ways: ['passkey'] }), 422)
  assert.equal(await require(ada, { ways: ['telepathy'] }), 422)
  assert.equal(await require(ada, { ways: ['password', 'passkey'] }), 200)

  assert.equal((await teamPage(grace)).status, 200)
})

test('a session of another way does not open the team (TEA-37)', async (t) => {
  const { foyer, ada, grace } = await adaAndGrace(t)
  await require(ada, { ways: ['password'] })
  const setMethod = (method: string) => foyer.db.updateTable('sessions').set({ method }).execute()

  const others = ['passkey', 'registration-passkey', 'email-code', 'provider', 'provider-code']
  for (const method of others) {
    await setMethod(method)
    assert.deepEqual([method, await unmet(grace)], [method, ['way']])
  }
  for (const method of ['code', 'trusted-device', 'password-passkey']) {
    await setMethod(method)
    assert.deepEqual([method, await unmet(grace)], [method, []])
  }
})

test('a trusted device hides neither that a code was mailed nor that a provider was asked (TEA-37)', async (t) => {
  const { foyer, ada, grace } = await adaAndGrace(t)
  const { authenticator } = await enableTwoFactor(grace)
  await require(ada, { ways: ['password'] })
  const email = 'grace@example.com'
  const phone = foyer.browser()
  await enterCode(phone, await requestSignInCode(foyer, phone, email))
  foyer.clock.advance(minutes)
  await phone.visit('two-factor.login.store', {
    code: authenticator.nextCode(),
    trust_device: true,
  })
  await phone.visit('logout')

  await enterCode(phone, await requestSignInCode(foyer, phone, email))

  assert.deepEqual(await unmet(phone), ['way'])
  const [started] = (await foyer.events('session.started')).toReversed()
  assert.equal(started?.data['method'], 'email-code-trusted-device')
})

test('a session on a trusted device is not one by password once its provider is unlinked (TEA-37)', async (t) => {
  const { foyer, ada, grace } = await adaAndGrace(t)
  await require(ada, { ways: ['password'] })

  await foyer.db.updateTable('sessions').set({ method: 'provider-trusted-device' }).execute()

  assert.deepEqual(await unmet(grace), ['way'])
})

test('only owners set requirements, after confirming that it is them (TEA-38)', async (t) => {
  const { foyer, grace, ada } = await adaAndGrace(t)
  await confirmPassword(grace)

  for (const role of ['member', 'admin']) {
    await foyer.db.updateTable('team_members').set({ role }).where('role', '!=', 'owner').execute()
    assert.equal(await require(grace, { max_session: '1' }), 403)
  }
  foyer.clock.advance(hours)
  assert.equal(await require(ada, { max_session: '1' }), 423)
})

test('a team invitation says what the team requires (TEA-39)', async (t) => {
  const { foyer, ada } = await adaAndGrace(t)
  await require(ada, { max_session: '24', ways: ['password'] })
  const link = await invite(foyer, ada, { email: 'new@x.example' })

  const { page: shown } = await foyer.browser().visitPath(link)

  assert.deepEqual(shown.props['requirements'], {
    secondFactor: false,
    ways: [{ way: 'password', provider: null }],
    hasWays: true,
    maxSessionHours: 24,
  })
})

async function mayListen(foyer: TestApp, browser: TestBrowser): Promise<boolean> {
  const { id } = await foyer.db.selectFrom('teams').select('id').executeTakeFirstOrThrow()
  const body = { socket_id: '12.34', channel_name: teamChannel(id) }
  return (await browser.json('/broadcasting/auth', { method: 'POST', body })).status === 200
}

test('sockets of the team follow its requirements, also those that are open (TEA-40)', async (t) => {
  const { foyer, ada, grace } = await adaAndGrace(t)
  await enableTwoFactor(ada)
  const { id } = await foyer.db.selectFrom('teams').select('id').executeTakeFirstOrThrow()
  const onPhone = await connectPusherJsClient(t, foyer, grace)
  const ofTeam = await onPhone.subscribe(teamChannel(id))
  const denied = new Promise((resolve) => ofTeam.bind('pusher:subscription_error', resolve))

  await require(ada, { second_factor: true })
  await denied

  assert.deepEqual([await mayListen(foyer, ada), await mayListen(foyer, grace)], [true, false])
})

test('a passkey alone is no second factor: a stolen password opens no team that requires one (TEA-34)', async (t) => {
  const { foyer, ada, grace } = await adaAndGrace(t)
  await enableTwoFactor(ada)
  await require(ada, { second_factor: true })
  await confirmPassword(grace)
  await addPasskey(grace, new VirtualAuthenticator())
  const thief = foyer.browser()
  const { password } = person('Grace')
  await thief.visit('login.store', { email: person('Grace').email, password })

  const { status } = await thief.json(`${enginesPath}/members`)

  assert.equal(status, 403)
  assert.deepEqual(await unmet(thief), ['second-factor'])
})

test('requirements change twenty times an hour at most, as every member gets a mail (TEA-36)', async (t) => {
  const { ada } = await adaAndGrace(t)
  const statuses: number[] = []
  for (let count = 0; count < 21; count++)
    statuses.push(await require(ada, { max_session: count % 2 === 0 ? '8' : '24' }))

  assert.deepEqual(statuses.slice(0, 20), Array(20).fill(200))
  assert.equal(statuses.at(-1), 429)
})

test('roles and offers of ownership change twenty times an hour at most, together (TEA-36)', async (t) => {
  const { foyer, ada } = await adaAndGrace(t)
  const grace = await userId(foyer, 'Grace')
  const offer = `${enginesPath}/handover`
  const changes: [path: string, init: { method: 'POST' | 'PUT' | 'DELETE'; body: object }][] = [
    [`${enginesPath}/members/${grace}`, { method: 'PUT', body: { role: 'admin' } }],
    [`${enginesPath}/members/${grace}`, { method: 'PUT', body: { role: 'member' } }],
    [offer, { method: 'POST', body: { member: grace } }],
    [offer, { method: 'DELETE', body: {} }],
  ]
  const send = async () => {
    const statuses: number[] = []
    for (const [path, init] of changes) statuses.push((await ada.json(path, init)).status)
    return statuses
  }

  for (let round = 0; round < 5; round++) assert.deepEqual(await send(), [200, 200, 201, 200])
  assert.deepEqual(await send(), [429, 429, 429, 429])
})

test('requirements that were altered let nobody in, and no page fails (TEA-141)', async (t) => {
  const { foyer, grace } = await adaAndGrace(t)

  for (const sign_in_ways of ['{', '{}', '[1]']) {
    await foyer.db.updateTable('teams').set({ sign_in_ways }).execute()
    assert.equal((await teamPage(grace)).location, page)
    assert.deepEqual(await unmet(grace), ['way'])
    assert.equal((await grace.visit('teams.index')).status, 200)
  }
})

test('a socket hears no more of the team once its session is too old for it (TEA-142)', async (t) => {
  const { foyer, ada, grace } = await adaAndGrace(t)
  const { id } = await foyer.db.selectFrom('teams').select('id').executeTakeFirstOrThrow()
  const rename = (name: string) =>
    ada.json(enginesPath, { method: 'PUT', body: { name, slug: 'engines' } })
  await foyer.db.updateTable('teams').set({ max_session_hours: 1 }).execute()
  const onPhone = await connectPusherJsClient(t, foyer, grace)
  const ofTeam = await onPhone.subscribe(teamChannel(id))
  const denied = new Promise((resolve) => ofTeam.bind('pusher:subscription_error', resolve))
  await rename('Open plans')
  await onPhone.nextEvent('team.changed')

  foyer.clock.advance(hours + minutes)
  await ada.visitPath(`${enginesPath}/sign-in`, { method: 'POST', body: {} })
  const { email, password } = person('Ada')
  await ada.visit('login.store', { email, password })
  await rename('Secret plans')
  await denied

  assert.deepEqual(
    onPhone.received.filter(({ name }) => name === 'team.changed'),
    [],
  )
})

test('a socket hears no more of the team once its member has turned off the second factor (TEA-142)', async (t) => {
  const { foyer, ada, grace } = await adaAndGrace(t)
  const { id } = await foyer.db.selectFrom('teams').select('id').executeTakeFirstOrThrow()
  const rename = (name: string) =>
    ada.json(enginesPath, { method: 'PUT', body: { name, slug: 'engines' } })
  await enableTwoFactor(ada)
  await enableTwoFactor(grace)
  await foyer.db.updateTable('teams').set({ requires_second_factor: 1 }).execute()
  const onPhone = await connectPusherJsClient(t, foyer, grace)
  const ofTeam = await onPhone.subscribe(teamChannel(id))
  const denied = new Promise((resolve) => ofTeam.bind('pusher:subscription_error', resolve))
  await rename('Open plans')
  await onPhone.nextEvent('team.changed')

  await grace.visit('two-factor.disable')
  await rename('Secret plans')
  await denied

  assert.deepEqual(
    onPhone.received.filter(({ name }) => name === 'team.changed'),
    [],
  )
})

test('many sessions that are too old for a team are closed with one entry of the bus for 500 of them (TEA-151)', async (t) => {
  const { foyer, ada, grace } = await adaAndGrace(t)
  await require(ada, { max_session: '1' })
  await waitForOutbox(foyer)
  await addOldSessions(foyer, await userId(foyer, 'Grace'), 501)
  const { channels } = foyer.app
  const close = channels.close.bind(channels)
  const closed: number[] = []
  channels.close = (by, value, ...rest) => {
    closed.push([value].flat().length)
    return close(by, value, ...rest)
  }
  const onPhone = await connectPusherJsClient(t, foyer, grace)
  const { id } = await foyer.db.selectFrom('teams').select('id').executeTakeFirstOrThrow()
  await onPhone.subscribe(teamChannel(id))

  await ada.json(enginesPath, { method: 'PUT', body: { name: 'Open', slug: 'engines' } })
  await onPhone.nextEvent('team.changed')

  assert.deepEqual(closed, [500, 1])
})

test('the sessions that may hear of a team are found with as many queries for many members (TEA-151)', async (t) => {
  const queries: string[] = []
  const foyer = await buildTestApp(t, {}, { onQuery: (sql) => queries.push(sql) })
  const ada = foyer.browser()
  await registerAccount(foyer, ada)
  await createEngines(ada)
  await addMember(foyer, ada, { name: 'Grace' })
  foyer.config.requireTwoFactor = true
  const { id: teamId } = await foyer.db.selectFrom('teams').select('id').executeTakeFirstOrThrow()
  const required = { secondFactor: true, ways: [], maxSessionHours: null }
  const count = async () => {
    queries.length = 0
    await sessionsThatFail(foyer.app, required, { teamId, now: foyer.clock.now() })
    return queries.filter((sql) => /"team_members"|"passkeys"/.test(sql)).length
  }
  await waitForOutbox(foyer)
  const before = await count()

  await addOldSessions(foyer, await userId(foyer, 'Grace'), 20)

  assert.equal(await count(), before)
})

async function addOldSessions({ db, clock }: TestApp, user: string, count: number): Promise<void> {
  const [session] = await db
    .selectFrom('sessions')
    .selectAll()
    .where('user_id', '=', user)
    .execute()
  assert.ok(session)
  const created_at = clock.now() - 2 * hours
  const copies = Array.from({ length: count }, () => newId())
  for (const id of copies)
    await db
      .insertInto('sessions')
      .values({ ...session, id, token_hash: id, created_at })
      .execute()
}
