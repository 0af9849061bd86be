import assert from 'node:assert/strict'
import { test } from 'node:test'

import { enqueueDailyLogMaintenance } from '#app/log-integrity/log-integrity.ts'
import { type ApiClient, createApiClient } from '#testing/api-clients.ts'
import { signedInAda } from '#testing/signed-in-accounts.ts'
import type { TestBrowser } from '#testing/test-browser.ts'
import { days, minutes } from '#testing/test-clock.ts'

import { tokenUseCounter } from './count-token-uses.ts'
import { findApiToken } from './find-active-api-token.ts'
import { maxTokenPrograms } from './limits.ts'
import type { ApiTokenRow } from './pages.ts'
import { storeTokenUses } from './store-token-uses.ts'

const send = (client: ApiClient, userAgent: string) =>
  client.request('/api/user', { headers: { 'user-agent': userAgent } })

async function shownTokens(browser: TestBrowser): Promise<ApiTokenRow[]> {
  const { tokens } = (await browser.visit('api-tokens.index')).page.props
  return JSON.parse(JSON.stringify(tokens))
}

/** Uses are stored after the response. */
async function waitForUses(browser: TestBrowser, uses: number): Promise<ApiTokenRow> {
  for (;;) {
    const [token] = await shownTokens(browser)
    if (token && token.uses >= uses) return token
  }
}

test('every use is counted with its program, and shown on the page and by the API (TOK-11)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const client = await createApiClient(foyer, laptop)
  await send(client, 'curl/8.11.0')
  await waitForUses(laptop, 1)
  for (let count = 0; count < 4; count++) await send(client, 'python-requests/2.32.3')
  foyer.clock.advance(minutes)
  await send(client, 'curl/8.11.0')

  const token = await waitForUses(laptop, 6)
  const [listed] = (await client.request('/api/tokens')).raw.json().data

  assert.equal(token.uses, 6)
  assert.deepEqual(
    token.programs.map(({ name, userAgent, uses }) => [name, userAgent, uses]).toSorted(),
    [
      ['curl 8.11.0', 'curl/8.11.0', 2],
      ['python-requests 2.32.3', 'python-requests/2.32.3', 4],
    ],
  )
  assert.equal(listed.uses, 6)
  assert.deepEqual(
    new Set(listed.programs.map((it: { user_agent: string }) => it.user_agent)),
    new Set(['curl/8.11.0', 'python-requests/2.32.3']),
  )
})

test('a hundred uses within a minute cost one write at once, and are stored on shutdown (TOK-09)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const client = await createApiClient(foyer, laptop)
  const { db, clock } = foyer
  const counter = tokenUseCounter(db, (error) => assert.ifError(error))
  const origin = { ip: '192.0.2.1', userAgent: 'curl/8.11.0', now: clock.now(), country: null }
  const stored = async () =>
    (await db.selectFrom('api_tokens').select('uses').executeTakeFirstOrThrow()).uses

  for (let count = 0; count < 100; count++) {
    const found = await findApiToken(db, client.token, clock.now())
    assert.ok(found)
    await counter.count(found, origin)
  }
  const duringTheMinute = await stored()
  await counter.storeAll()

  assert.equal(duringTheMinute, 1)
  assert.equal(await stored(), 100)
})

test('concurrent processes lose no use, and a deleted token is ignored (RACE-11)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const { id } = await createApiClient(foyer, laptop)
  const uses = (userAgent: string) => ({
    total: 5,
    programs: new Map([[userAgent, 5]]),
    at: foyer.clock.now(),
    ip: null,
  })

  await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      storeTokenUses(foyer.db, id, uses(`program/${index % 2}`)),
    ),
  )
  await storeTokenUses(foyer.db, '01234567-89ab-7def-8123-456789abcdef', uses('program/0'))

  const [token] = await shownTokens(laptop)
  assert.equal(token?.uses, 40)
  assert.deepEqual(
    token.programs.map((program) => program.uses),
    [20, 20],
  )
})

test('a client that changes its name with every request fills no table (TOK-12)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const { id } = await createApiClient(foyer, laptop)
  const names = Array.from({ length: 3 * maxTokenPrograms }, (_, index) => `program/${index}`)
  const programs = new Map(names.map((name) => [name, 1]))

  await storeTokenUses(foyer.db, id, {
    total: names.length,
    programs,
    at: foyer.clock.now(),
    ip: null,
  })

  const [token] = await shownTokens(laptop)
  assert.equal(token?.uses, names.length)
  assert.equal(token.programs.length, maxTokenPrograms)
})

test('programs and IP addresses are erased after the retention period, the count stays (TOK-13)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const client = await createApiClient(foyer, laptop, { expiry: 'never' })
  await send(client, 'curl/8.11.0')
  await waitForUses(laptop, 1)
  const { db, keys, config } = foyer.app
  const afterMaintenance = async () => {
    await enqueueDailyLogMaintenance({ db, keys, config }, foyer.clock.now())
    await foyer.mails()
    const token = db.selectFrom('api_tokens').select(['uses', 'last_used_ip'])
    const programs = await db.selectFrom('api_token_programs').select('uses').execute()
    return { ...(await token.executeTakeFirstOrThrow()), programs: programs.length }
  }

  foyer.clock.advance((config.historyRetentionDays - 1) * days)
  const early = await afterMaintenance()
  foyer.clock.advance(2 * days)
  const late = await afterMaintenance()

  assert.deepEqual(early, { uses: 1, last_used_ip: client.ipAddress, programs: 1 })
  assert.deepEqual(late, { uses: 1, last_used_ip: null, programs: 0 })
})
