import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'

import type { Actor } from '#app/platform/actor.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { recordEvent } from '#app/platform/event-log/record-event.ts'
import { fetchTakeoverResponse, postTakeoverReport } from '#testing/account-takeover.ts'
import { actionContext } from '#testing/action-context.ts'
import { createApiClient } from '#testing/api-clients.ts'
import { lowerLimit } from '#testing/lower-limit.ts'
import { addPasskey } from '#testing/passkey-flows.ts'
import { ada, signedInAda, confirmPassword } from '#testing/signed-in-accounts.ts'
import { buildTestApp, createTestApp, type TestApp } from '#testing/test-app.ts'
import { minutes } from '#testing/test-clock.ts'
import { VirtualAuthenticator } from '#testing/virtual-authenticator.ts'

import { reportBatchSize } from './limits.ts'
import type { TakeoverResponse } from './pages.ts'
import { revertAttackerChanges } from './revert-attacker-changes.ts'
import { findAttackerChanges, takeoverResponse } from './takeover-response.ts'

const attackerEmail = 'mallory@example.com'

/** An attacker with Ada's password has signed in and created credentials. */
async function adaTakenOver(t: TestContext, newApp = createTestApp) {
  const { foyer, laptop } = await signedInAda(t, newApp)
  foyer.clock.advance(minutes)
  const attacker = foyer.browser()
  attacker.userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0'
  await attacker.visit('login.store', ada)
  const [came] = (await foyer.events('session.started')).slice(-1)
  foyer.clock.advance(minutes)
  await confirmPassword(attacker)
  await addPasskey(attacker, new VirtualAuthenticator())
  await attacker.visit('email-change.store', { email: attackerEmail })
  await confirmPassword(laptop)
  return { foyer, laptop, attacker, event: came?.seq ?? 0 }
}

/** Opens the confirmation link mailed to an address. */
async function openEmailChangeLink(foyer: TestApp, address: string): Promise<void> {
  const [mail] = (await foyer.mails()).filter(({ to }) => to.includes(address))
  const link = mail?.text.match(/https?:\/\/\S+\/email-change\/\S+/)?.[0] ?? ''
  await foyer.browser().visitPath(new URL(link).pathname, { method: 'POST', body: {} })
}

const stepStates = (answer: TakeoverResponse | null) =>
  answer?.steps?.map(({ step, state }) => `${step} ${state}`)

test("reporting an event ends the attacker's sessions, revokes what they created and leads to a new password (PST-05)", async (t) => {
  const { foyer, laptop, attacker, event } = await adaTakenOver(t)
  const todo = ['sessions todo', 'passkeys todo', 'address todo', 'password todo']
  assert.deepEqual(stepStates(await fetchTakeoverResponse(laptop, event)), todo)

  assert.equal((await postTakeoverReport(laptop, event)).status, 200)

  assert.equal((await attacker.visit('dashboard')).location, '/login')
  assert.equal((await laptop.visit('dashboard')).status, 200)
  assert.deepEqual(stepStates(await fetchTakeoverResponse(laptop, event)), [
    'sessions done',
    'passkeys done',
    'address done',
    'password todo',
  ])
  foyer.clock.advance(minutes)
  const changed = await laptop.visit('user-password.update', {
    current_password: ada.password,
    password: 'a different row of engines',
    password_confirmation: 'a different row of engines',
  })
  assert.equal(changed.status, 303)
  assert.equal((await fetchTakeoverResponse(laptop, event))?.isDone, true)
})

test('an address changed by the attacker is restored by a mail to the previous one', async (t) => {
  const { foyer, laptop, event } = await adaTakenOver(t)
  await openEmailChangeLink(foyer, attackerEmail)
  const moved = (await fetchTakeoverResponse(laptop, event))?.steps?.find(
    ({ step }) => step === 'address',
  )
  assert.deepEqual([moved?.state, moved?.email], ['todo', ada.email])

  await postTakeoverReport(laptop, event)

  assert.ok(stepStates(await fetchTakeoverResponse(laptop, event))?.includes('address waiting'))
  const back = (await foyer.mails()).find(({ to }) => to.includes(ada.email))
  assert.match(back?.text ?? '', /\/email-change\//)
})

test('an address changed twice is restored to the owner’s (PST-05)', async (t) => {
  const { foyer, laptop, attacker, event } = await adaTakenOver(t)
  await openEmailChangeLink(foyer, attackerEmail)
  await confirmPassword(attacker)
  await attacker.visit('email-change.store', { email: 'eve@example.com' })
  await openEmailChangeLink(foyer, 'eve@example.com')

  const moved = (await fetchTakeoverResponse(laptop, event))?.steps?.find(
    ({ step }) => step === 'address',
  )

  assert.deepEqual([moved?.state, moved?.email], ['todo', ada.email])
})

test("sessions of the same client count as the attacker's, others do not (PST-05)", async (t) => {
  const { foyer, laptop, attacker, event } = await adaTakenOver(t)
  const again = foyer.browser()
  Object.assign(again, { ipAddress: attacker.ipAddress, userAgent: attacker.userAgent })
  await again.visit('login.store', ada)
  const phone = foyer.browser()
  await phone.visit('login.store', ada)

  await postTakeoverReport(laptop, event)

  assert.equal((await again.visit('dashboard')).location, '/login')
  assert.equal((await phone.visit('dashboard')).status, 200)
})

test('reporting an event requires sign-in and an event of this account but not of this session', async (t) => {
  const { foyer, laptop, event } = await adaTakenOver(t)
  const own = (await foyer.events('session.confirmed')).at(-1)?.seq ?? 0

  assert.equal(await fetchTakeoverResponse(laptop, own), null)
  assert.equal((await postTakeoverReport(laptop, own)).status, 404)
  assert.equal((await postTakeoverReport(laptop, 9999)).status, 404)
  assert.equal((await postTakeoverReport(foyer.browser(), event)).status, 401)
  foyer.clock.advance(foyer.config.confirmationMinutes.sensitive * minutes)
  assert.equal((await postTakeoverReport(laptop, event)).status, 423)
})

test('concurrent reports of an event each revert what is left, and nothing twice', async (t) => {
  const { foyer, laptop, event } = await adaTakenOver(t)

  const answers = await Promise.all([1, 2, 3].map(() => postTakeoverReport(laptop, event)))

  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 200],
  )
  for (const type of ['session.ended', 'passkey.removed'])
    assert.equal((await foyer.events(type)).length, 1)
})

test('a takeover report reads thousands of changes in batches, and finds what the attacker created before them (PST-09)', async (t) => {
  const { foyer, laptop, attacker, event } = await adaTakenOver(t)
  const hidden = await createApiClient(foyer, attacker)
  const changed = await createApiClient(foyer, attacker)
  const [owner, attackers] = await actors(foyer, laptop.now)
  await changeToken(foyer, attackers, { token: changed.id, count: reportBatchSize + 1 })
  const { db, rowCounts } = countingRows(foyer.db)

  const response = await takeoverResponse(db, owner, event)

  assert.ok(Math.max(...rowCounts) <= reportBatchSize, `read ${Math.max(...rowCounts)} at once`)
  assert.equal(response?.steps?.find(({ step }) => step === 'tokens')?.count, 2)
  assert.equal((await postTakeoverReport(laptop, event)).status, 200)
  assert.deepEqual(
    [await hidden.status('/api/user'), await changed.status('/api/user')],
    [401, 401],
  )
})

test('a report of thousands of changes keeps no other write waiting (PST-11)', async (t) => {
  const { foyer, laptop, attacker, event } = await adaTakenOver(t)
  const created = await createApiClient(foyer, attacker)
  const [owner, attackers] = await actors(foyer, laptop.now)
  await changeToken(foyer, attackers, { token: created.id, count: reportBatchSize + 1 })
  const { db, rowsUnderLock } = countingRowsUnderLock(foyer.db)

  await revertAttackerChanges(actionContext(foyer, db, laptop.now), owner, event)

  assert.ok(rowsUnderLock() < 300, `read ${rowsUnderLock()} rows while others waited`)
  assert.equal(await created.status('/api/user'), 401)
})

test('a report finds what the attacker created after it began to read (PST-11)', async (t) => {
  const { foyer, laptop, attacker, event } = await adaTakenOver(t)
  const [owner] = await actors(foyer, laptop.now)
  const { read } = (await findAttackerChanges(foyer.db, owner, event)) ?? {}
  const again = foyer.browser()
  Object.assign(again, { ipAddress: attacker.ipAddress, userAgent: attacker.userAgent })
  await again.visit('login.store', ada)
  await confirmPassword(again)
  await createApiClient(foyer, again)

  const changes = await findAttackerChanges(foyer.db, owner, event, read)

  const tokens = changes?.features.find(({ takeover }) => takeover.step === 'tokens')
  assert.equal(tokens?.active.length, 1)
})

test("takeover reports are limited, and the attacker's keep no session of the owner's from reporting (PST-10)", async (t) => {
  const { foyer, laptop, attacker, event } = await adaTakenOver(t, buildTestApp)
  lowerLimit(foyer, /^(account|session|network-account):event-not-me:/, 2)
  const report = (browser: typeof laptop) => postTakeoverReport(browser, event)
  for (let count = 0; count < 3; count++) await report(attacker)

  assert.equal((await report(attacker)).status, 429)
  assert.equal((await report(laptop)).status, 200)
})

test("an attacker's reports that succeed keep no session of the owner's from Time Travel (PST-10)", async (t) => {
  const { foyer, laptop, attacker, event } = await adaTakenOver(t, buildTestApp)
  await foyer.browser().visit('login.store', { ...ada, password: 'a wrong password' })
  const refused = (await foyer.events('sign-in.refused')).at(-1)?.seq ?? 0
  lowerLimit(foyer, /^(account|session|device|network-account):(event-not-me|time-travel):/, 2)
  assert.equal((await postTakeoverReport(attacker, refused)).status, 200)
  for (let count = 0; count < 3; count++) {
    await postTakeoverReport(attacker, refused)
    await attacker.json('/time-travel')
  }

  assert.equal((await laptop.json('/time-travel')).status, 200)
  assert.equal((await postTakeoverReport(laptop, event)).status, 200)
})

test('previews of a report are limited for each session, and the owner can report without one (PST-12)', async (t) => {
  const { foyer, laptop, attacker, event } = await adaTakenOver(t, buildTestApp)
  lowerLimit(foyer, /^(account|session):takeover-preview:/, 2)
  const limited = { event, steps: null, isDone: false }
  for (let count = 0; count < 2; count++) await fetchTakeoverResponse(attacker, event)
  assert.deepEqual(await fetchTakeoverResponse(attacker, event), limited)
  assert.equal((await attacker.json('/time-travel')).status, 200)
  for (let count = 0; count < 2; count++)
    assert.notEqual((await fetchTakeoverResponse(laptop, event))?.steps, null)

  assert.deepEqual(await fetchTakeoverResponse(laptop, event), limited)
  assert.equal((await postTakeoverReport(laptop, event)).status, 200)
})

/** Ada on her laptop, and the attacker. */
async function actors({ db }: TestApp, now: number) {
  const sessions = await db
    .selectFrom('sessions')
    .select(['id as sessionId', 'user_id as userId'])
    .orderBy('created_at')
    .execute()
  const [owner, attacker] = sessions.map((one) => ({ ...one, ip: null, userAgent: null, now }))
  assert.ok(owner && attacker)
  return [owner, attacker] as const
}

const attributes = { permissions: [], networks: [], expiresAt: null }
const tokenChange = (token: string) => ({
  token,
  before: { ...attributes, name: 'Backup' },
  after: { ...attributes, name: 'Backup script' },
})

/** Changes a token again and again. */
function changeToken(
  { db }: TestApp,
  actor: Actor,
  { token, count }: { token: string; count: number },
): Promise<void> {
  return inTransaction(db, async (tx) => {
    for (let changes = 0; changes < count; changes++)
      await recordEvent(tx, actor, 'token.changed', tokenChange(token))
  })
}

/** Counts the rows that are read from the beginning of the first transaction on. */
function countingRowsUnderLock(db: Db): { db: Db; rowsUnderLock: () => number } {
  const { db: counting, rowCounts } = countingRows(db)
  const begin = counting.transaction.bind(counting)
  let before: number | undefined
  counting.transaction = () => {
    before ??= rowCounts.length
    return begin()
  }
  const rowsUnderLock = () => rowCounts.slice(before).reduce((sum, count) => sum + count, 0)
  return { db: counting, rowsUnderLock }
}

function countingRows(db: Db): { db: Db; rowCounts: number[] } {
  const rowCounts: number[] = []
  const counting = db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      rowCounts.push(result.rows.length)
      return result
    },
  })
  return { db: counting, rowCounts }
}
