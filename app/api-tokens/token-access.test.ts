import assert from 'node:assert/strict'
import { test } from 'node:test'

import type { TakeoverResponse } from '#app/time-travel/pages.ts'
import { fetchTakeoverResponse, postTakeoverReport } from '#testing/account-takeover.ts'
import { adminAndAccount } from '#testing/administrator.ts'
import { createApiClient } from '#testing/api-clients.ts'
import { connectPusherJsClient } from '#testing/pusher-js-client.ts'
import {
  ada,
  adaOnTwoDevices,
  confirmPassword,
  enableTwoFactor,
  registerAccount,
  signedInAda,
} from '#testing/signed-in-accounts.ts'
import { buildTestApp, createTestApp, type TestApp } from '#testing/test-app.ts'
import { minutes } from '#testing/test-clock.ts'

const password = 'a different row of words'
const { email } = ada

async function requestResetToken(foyer: TestApp): Promise<string> {
  await foyer.browser().visit('password.email', { email })
  const [mail] = await foyer.mails()
  return mail?.text.match(/\/reset-password\/(\S+)/)?.[1] ?? ''
}

const stepStates = (answer: TakeoverResponse | null) =>
  answer?.steps?.map(({ step, state }) => `${step} ${state}`)

test('a password reset revokes the tokens only on request', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  await confirmPassword(laptop)
  await laptop.visit('api-tokens.store', { name: 'Backup script', permissions: ['read'] })
  const left = () => foyer.db.selectFrom('api_tokens').select('revoked_at').execute()
  const first = await requestResetToken(foyer)
  const { page } = await foyer.browser().visitPath(`/reset-password/${first}`)
  assert.equal(page.props['hasTokens'], true)
  await foyer.browser().visit('password.update', { token: first, email, password })
  assert.deepEqual(await left(), [{ revoked_at: null }])

  foyer.clock.advance(2 * minutes)
  const token = await requestResetToken(foyer)
  const form = { token, email, password: 'yet another row of words', revoke_tokens: '1' }
  await foyer.browser().visit('password.update', form)

  assert.deepEqual(await left(), [{ revoked_at: foyer.clock.now() }])
})

test('a password change revokes the tokens only on request', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const left = () => foyer.db.selectFrom('api_tokens').select('revoked_at').execute()
  const asks = async () => (await laptop.visit('profile.security')).page.props['password']
  assert.partialDeepStrictEqual(await asks(), { hasTokens: false })
  await confirmPassword(laptop)
  await laptop.visit('api-tokens.store', { name: 'Backup script', permissions: ['read'] })
  assert.partialDeepStrictEqual(await asks(), { hasTokens: true })

  await laptop.visit('user-password.update', { current_password: ada.password, password })
  assert.deepEqual(await left(), [{ revoked_at: null }])

  await laptop.visit('user-password.update', {
    current_password: password,
    password: 'yet another row of words',
    revoke_tokens: '1',
  })
  assert.deepEqual(await left(), [{ revoked_at: foyer.clock.now() }])
  assert.partialDeepStrictEqual(await asks(), { hasTokens: false })
})

test('of many concurrent password changes that revoke tokens, one succeeds and records it once', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  await confirmPassword(laptop)
  await laptop.visit('api-tokens.store', { name: 'Backup script', permissions: ['read'] })
  const form = { current_password: ada.password, password, revoke_tokens: '1' }

  await Promise.all(
    Array.from({ length: 4 }, () => laptop.json('/user/password', { method: 'PUT', body: form })),
  )

  const eventData = async (kind: string) => (await foyer.events(kind)).map(({ data }) => data)
  const [revoked, ...others] = await eventData('token.revoked')
  assert.equal(revoked?.['why'], 'password-changed')
  assert.deepEqual(others, [])
  assert.deepEqual(await eventData('password.changed'), [{ had: true, tokensRevoked: true }])
})

test('API tokens are disabled while a deletion is pending and work again after it is cancelled (TOK-06)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const client = await createApiClient(foyer, laptop)
  await laptop.visit('current-user.destroy', { password: ada.password, confirmation: email })

  assert.equal((await client.request('/api/user')).status, 403)
  await laptop.visit('account-leaving.return')
  assert.equal((await client.request('/api/user')).status, 200)
})

test('new terms do not block API tokens', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const client = await createApiClient(foyer, laptop)
  await foyer.db.updateTable('users').set({ terms_version: 'an older one' }).execute()

  assert.equal((await client.request('/api/user')).status, 200)
})

/** Recorded after the response. */
async function firstTokenUse(foyer: TestApp): Promise<number> {
  const [found] = await foyer.events('token.first-used')
  return found ? found.seq : firstTokenUse(foyer)
}

test('reporting a token revokes it, whoever created it (PST-05)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const hers = await createApiClient(foyer, laptop)
  assert.equal(await hers.status('/api/user'), 200)
  const used = await firstTokenUse(foyer)
  await confirmPassword(laptop)
  assert.ok(stepStates(await fetchTakeoverResponse(laptop, used))?.includes('tokens todo'))

  await postTakeoverReport(laptop, used)

  assert.equal(await hers.status('/api/user'), 401)
  assert.ok(stepStates(await fetchTakeoverResponse(laptop, used))?.includes('tokens done'))
})

test("a takeover report revokes the tokens of the attacker, once, and not the owner's (PST-05)", async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  foyer.clock.advance(minutes)
  const attacker = foyer.browser()
  attacker.userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0'
  await attacker.visit('login.store', ada)
  const event = (await foyer.events('session.started')).at(-1)?.seq ?? 0
  foyer.clock.advance(minutes)
  const theirs = await createApiClient(foyer, attacker)
  const hers = await createApiClient(foyer, laptop)
  const todo = ['sessions todo', 'tokens todo', 'password todo']
  assert.deepEqual(stepStates(await fetchTakeoverResponse(laptop, event)), todo)

  await Promise.all([1, 2, 3].map(() => postTakeoverReport(laptop, event)))

  assert.equal(await theirs.status('/api/user'), 401)
  assert.equal(await hers.status('/api/user'), 200)
  const done = ['sessions done', 'tokens done', 'password todo']
  assert.deepEqual(stepStates(await fetchTakeoverResponse(laptop, event)), done)
  assert.equal((await foyer.events('token.revoked')).length, 1)
})

test('an unverified address disables the tokens of its account (VER-07)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const client = await createApiClient(foyer, laptop)
  await foyer.db.updateTable('users').set({ email_verified_at: null }).execute()

  assert.equal(await client.status('/api/user'), 403)
})

test('a token authorizes no realtime channel', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const client = await createApiClient(foyer, laptop)

  assert.equal(await client.status('/broadcasting/auth', { method: 'POST' }), 419)
})

test('the broadcasts of a new token contain no secret (WS-12)', async (t) => {
  const { foyer, laptop } = await signedInAda(t, buildTestApp)
  const page = await connectPusherJsClient(t, foyer, laptop)

  await createApiClient(foyer, laptop)

  await page.waitUntil(() => page.received.some(({ name }) => name === 'token.created'))
  assert.deepEqual(
    new Set(page.received.flatMap(({ data }) => Object.keys(data))),
    new Set(['sequence', 'at', 'session', '_offset']),
  )
})

test('a token restores no profile (PST-02)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const permissions = ['read', 'update', 'delete']
  const client = await createApiClient(foyer, laptop, { permissions })
  const [created] = await foyer.events('account.created')
  const body = { event: created?.seq, fields: ['name'], name: 'Eve' }
  const headers = { accept: 'application/json', 'sec-fetch-site': 'same-origin' }

  const status = await client.status('/time-travel/restore', { method: 'POST', body, headers })

  assert.equal(status, 401)
})

test('a token of a session that is being ended is created before its end or not at all (SES-04)', async (t) => {
  const { foyer, laptop, phone } = await adaOnTwoDevices(t)
  await confirmPassword(laptop)
  await confirmPassword(phone)
  const body = { name: 'Late', permissions: ['read'], expiry: '90' }

  await Promise.all([
    laptop.json('/user/other-browser-sessions', { method: 'DELETE', body: {} }),
    phone.json('/user/api-tokens', { method: 'POST', body }),
  ])

  const [ended] = await foyer.events('session.ended')
  const created = await foyer.events('token.created')
  assert.ok(ended && created.every(({ seq }) => seq < ended.seq))
})

test('every change of a token is recorded with session, client and time (LGX-03)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const { id: session_id } = await foyer.db
    .selectFrom('sessions')
    .select('id')
    .executeTakeFirstOrThrow()
  const { id } = await createApiClient(foyer, laptop)
  await laptop.json(`/user/api-tokens/${id}/rotation`, { method: 'POST', body: {} })
  await laptop.json(`/user/api-tokens/${id}`, { method: 'DELETE', body: {} })

  const events = await foyer.db
    .selectFrom('events')
    .select(['type', 'session_id', 'ip', 'user_agent', 'at'])
    .where('type', 'like', 'token.%')
    .orderBy('seq')
    .execute()
  const origin = {
    session_id,
    ip: laptop.ipAddress,
    user_agent: laptop.userAgent,
    at: foyer.clock.now(),
  }
  assert.deepEqual(events, [
    { type: 'token.created', ...origin },
    { type: 'token.rotated', ...origin },
    { type: 'token.revoked', ...origin },
  ])
})

test('API tokens need no second factor', async (t) => {
  const foyer = await createTestApp(t, { REQUIRE_TWO_FACTOR: '1' })
  const laptop = foyer.browser()
  await registerAccount(foyer, laptop)
  await enableTwoFactor(laptop)
  const made = await laptop.json('/user/api-tokens', {
    method: 'POST',
    body: { name: 'Backup', permissions: ['read'] },
  })
  const authorization = `Bearer ${made.raw.json().token}`
  const off = { two_factor_enabled_at: null, two_factor_secret_sealed: null }
  await foyer.db.updateTable('users').set(off).execute()

  const answer = await foyer.browser().request('/api/user', { headers: { authorization } })

  assert.equal(answer.status, 200, answer.text)
  assert.equal((await laptop.visit('dashboard')).location, '/user/second-factor')
})

test('the page of an account in the admin area counts its tokens, without revoked ones', async (t) => {
  const { foyer, laptop, other, id } = await adminAndAccount(t, 'support')
  await createApiClient(foyer, other)
  const revoked = await createApiClient(foyer, other)
  await other.json(`/user/api-tokens/${revoked.id}`, { method: 'DELETE' })

  const { page } = await laptop.visitPath(`/admin/accounts/${id}`)

  assert.equal(Object(page.props['account']).apiTokens, 1)
})
