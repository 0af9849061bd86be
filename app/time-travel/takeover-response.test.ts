import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'

import type { TakeoverResponse } from '#app/pages.ts'
import { fetchTakeoverResponse, postTakeoverReport } from '#testing/account-takeover.ts'
import { createApiClient } from '#testing/api-clients.ts'
import { addPasskey } from '#testing/passkey-flows.ts'
import { ada, signedInAda, confirmPassword } from '#testing/people.ts'
import type { TestApp } from '#testing/test-app.ts'
import { minutes } from '#testing/test-clock.ts'
import { VirtualAuthenticator } from '#testing/virtual-authenticator.ts'

const attackerEmail = 'mallory@example.com'

/** Someone who knew Ada's password was in, and made themselves at home. */
async function adaTakenOver(t: TestContext) {
  const { foyer, laptop } = await signedInAda(t)
  foyer.clock.advance(minutes)
  const thief = foyer.browser()
  thief.userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0'
  await thief.visit('login.store', ada)
  const [came] = (await foyer.events('session.started')).slice(-1)
  foyer.clock.advance(minutes)
  const program = await createApiClient(foyer, thief)
  await addPasskey(thief, new VirtualAuthenticator())
  await thief.visit('email-change.store', { email: attackerEmail })
  await confirmPassword(laptop)
  return { foyer, laptop, thief, program, event: came?.seq ?? 0 }
}

/** Opens the link in the mail that asks to prove an address. */
async function openEmailChangeLink(foyer: TestApp, address: string): Promise<void> {
  const [mail] = (await foyer.mails()).filter(({ to }) => to.includes(address))
  const link = mail?.text.match(/https?:\/\/\S+\/email-change\/\S+/)?.[0] ?? ''
  await foyer.browser().visitPath(new URL(link).pathname, { method: 'POST', body: {} })
}

const stepStates = (answer: TakeoverResponse | null) =>
  answer?.steps.map(({ step, state }) => `${step} ${state}`)

test('"this wasn’t me" ends what they opened, revokes what they made, and leads to a new password (PST-05)', async (t) => {
  const { foyer, laptop, thief, program, event } = await adaTakenOver(t)
  const hers = await createApiClient(foyer, laptop)
  const todo = ['sessions todo', 'tokens todo', 'passkeys todo', 'address todo', 'password todo']
  assert.deepEqual(stepStates(await fetchTakeoverResponse(laptop, event)), todo)

  assert.equal((await postTakeoverReport(laptop, event)).status, 200)

  assert.equal((await thief.visit('dashboard')).location, '/login')
  assert.equal(await program.status('/api/user'), 401)
  assert.equal(await hers.status('/api/user'), 200)
  assert.equal((await laptop.visit('dashboard')).status, 200)
  assert.deepEqual(stepStates(await fetchTakeoverResponse(laptop, event)), [
    'sessions done',
    'tokens done',
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

test('an address they moved to goes back by a mail to the one before', async (t) => {
  const { foyer, laptop, event } = await adaTakenOver(t)
  await openEmailChangeLink(foyer, attackerEmail)
  const moved = (await fetchTakeoverResponse(laptop, event))?.steps.find(
    ({ step }) => step === 'address',
  )
  assert.deepEqual([moved?.state, moved?.email], ['todo', ada.email])

  await postTakeoverReport(laptop, event)

  assert.ok(stepStates(await fetchTakeoverResponse(laptop, event))?.includes('address waiting'))
  const back = (await foyer.mails()).find(({ to }) => to.includes(ada.email))
  assert.match(back?.text ?? '', /\/email-change\//)
})

test('an address they moved twice goes back to the owner’s, not to one of theirs (PST-05)', async (t) => {
  const { foyer, laptop, thief, event } = await adaTakenOver(t)
  await openEmailChangeLink(foyer, attackerEmail)
  await confirmPassword(thief)
  await thief.visit('email-change.store', { email: 'eve@example.com' })
  await openEmailChangeLink(foyer, 'eve@example.com')

  const moved = (await fetchTakeoverResponse(laptop, event))?.steps.find(
    ({ step }) => step === 'address',
  )

  assert.deepEqual([moved?.state, moved?.email], ['todo', ada.email])
})

/** It is written once the answer is on its way. */
async function firstTokenUse(foyer: TestApp): Promise<number> {
  const [found] = await foyer.events('token.first-used')
  return found ? found.seq : firstTokenUse(foyer)
}

test('a token that somebody else used is revoked, whoever made it (PST-05)', async (t) => {
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

test('sessions from the same place count as theirs, those of others do not (PST-05)', async (t) => {
  const { foyer, laptop, thief, event } = await adaTakenOver(t)
  const again = foyer.browser()
  Object.assign(again, { ipAddress: thief.ipAddress, userAgent: thief.userAgent })
  await again.visit('login.store', ada)
  const phone = foyer.browser()
  await phone.visit('login.store', ada)

  await postTakeoverReport(laptop, event)

  assert.equal((await again.visit('dashboard')).location, '/login')
  assert.equal((await phone.visit('dashboard')).status, 200)
})

test('it asks who is there, knows only events of this account, and none of this session', async (t) => {
  const { foyer, laptop, event } = await adaTakenOver(t)
  const own = (await foyer.events('session.confirmed')).at(-1)?.seq ?? 0

  assert.equal(await fetchTakeoverResponse(laptop, own), null)
  assert.equal((await postTakeoverReport(laptop, own)).status, 404)
  assert.equal((await postTakeoverReport(laptop, 9999)).status, 404)
  assert.equal((await postTakeoverReport(foyer.browser(), event)).status, 401)
  foyer.clock.advance(16 * minutes)
  assert.equal((await postTakeoverReport(laptop, event)).status, 423)
})

test('of many who answer at once each ends what is left, and nothing is ended twice', async (t) => {
  const { foyer, laptop, event } = await adaTakenOver(t)

  const answers = await Promise.all([1, 2, 3].map(() => postTakeoverReport(laptop, event)))

  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 200],
  )
  for (const type of ['session.ended', 'token.revoked', 'passkey.removed'])
    assert.equal((await foyer.events(type)).length, 1)
})
