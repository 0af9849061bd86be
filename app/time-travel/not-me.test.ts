import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'

import type { NotMeAnswer } from '#app/pages.ts'
import { Authenticator } from '#testing/authenticator.ts'
import { addPasskey } from '#testing/ceremonies.ts'
import { answerOf, disown } from '#testing/not-me.ts'
import { ada, adaAtHome, confirmPassword } from '#testing/people.ts'
import type { Product } from '#testing/product.ts'
import { programOf } from '#testing/programs.ts'
import { minutes } from '#testing/test-clock.ts'

const theirs = 'mallory@example.com'

/** Someone who knew Ada's password was in, and made themselves at home. */
async function adaTakenOver(t: TestContext) {
  const { foyer, laptop } = await adaAtHome(t)
  foyer.clock.advance(minutes)
  const thief = foyer.browser()
  thief.userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0'
  await thief.visit('login.store', ada)
  const [came] = (await foyer.events('session.started')).slice(-1)
  foyer.clock.advance(minutes)
  const program = await programOf(foyer, thief)
  await addPasskey(thief, new Authenticator())
  await thief.visit('email-change.store', { email: theirs })
  await confirmPassword(laptop)
  return { foyer, laptop, thief, program, event: came?.seq ?? 0 }
}

/** Opens the link in the mail that asks to prove an address. */
async function follow(foyer: Product, address: string): Promise<void> {
  const [mail] = (await foyer.mails()).filter(({ to }) => to.includes(address))
  const link = mail?.text.match(/https?:\/\/\S+\/email-change\/\S+/)?.[0] ?? ''
  await foyer.browser().send(new URL(link).pathname, { method: 'POST', body: {} })
}

const states = (answer: NotMeAnswer | null) =>
  answer?.steps.map(({ step, state }) => `${step} ${state}`)

test('"this wasn’t me" ends what they opened, revokes what they made, and leads to a new password (PST-05)', async (t) => {
  const { foyer, laptop, thief, program, event } = await adaTakenOver(t)
  const hers = await programOf(foyer, laptop)
  const todo = ['sessions todo', 'tokens todo', 'passkeys todo', 'address todo', 'password todo']
  assert.deepEqual(states(await answerOf(laptop, event)), todo)

  assert.equal((await disown(laptop, event)).status, 200)

  assert.equal((await thief.visit('dashboard')).to, '/login')
  assert.equal(await program.status('/api/user'), 401)
  assert.equal(await hers.status('/api/user'), 200)
  assert.equal((await laptop.visit('dashboard')).status, 200)
  assert.deepEqual(states(await answerOf(laptop, event)), [
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
  assert.equal((await answerOf(laptop, event))?.isDone, true)
})

test('an address they moved to goes back by a mail to the one before', async (t) => {
  const { foyer, laptop, event } = await adaTakenOver(t)
  await follow(foyer, theirs)
  const moved = (await answerOf(laptop, event))?.steps.find(({ step }) => step === 'address')
  assert.deepEqual([moved?.state, moved?.email], ['todo', ada.email])

  await disown(laptop, event)

  assert.ok(states(await answerOf(laptop, event))?.includes('address waiting'))
  const back = (await foyer.mails()).find(({ to }) => to.includes(ada.email))
  assert.match(back?.text ?? '', /\/email-change\//)
})

test('an address they moved twice goes back to the owner’s, not to one of theirs (PST-05)', async (t) => {
  const { foyer, laptop, thief, event } = await adaTakenOver(t)
  await follow(foyer, theirs)
  await confirmPassword(thief)
  await thief.visit('email-change.store', { email: 'eve@example.com' })
  await follow(foyer, 'eve@example.com')

  const moved = (await answerOf(laptop, event))?.steps.find(({ step }) => step === 'address')

  assert.deepEqual([moved?.state, moved?.email], ['todo', ada.email])
})

/** It is written once the answer is on its way. */
async function firstUse(foyer: Product): Promise<number> {
  const [found] = await foyer.events('token.first-used')
  return found ? found.seq : firstUse(foyer)
}

test('a token that somebody else used is revoked, whoever made it (PST-05)', async (t) => {
  const { foyer, laptop } = await adaAtHome(t)
  const hers = await programOf(foyer, laptop)
  assert.equal(await hers.status('/api/user'), 200)
  const used = await firstUse(foyer)
  await confirmPassword(laptop)
  assert.ok(states(await answerOf(laptop, used))?.includes('tokens todo'))

  await disown(laptop, used)

  assert.equal(await hers.status('/api/user'), 401)
  assert.ok(states(await answerOf(laptop, used))?.includes('tokens done'))
})

test('sessions from the same place count as theirs, those of others do not (PST-05)', async (t) => {
  const { foyer, laptop, thief, event } = await adaTakenOver(t)
  const again = foyer.browser()
  Object.assign(again, { address: thief.address, userAgent: thief.userAgent })
  await again.visit('login.store', ada)
  const phone = foyer.browser()
  await phone.visit('login.store', ada)

  await disown(laptop, event)

  assert.equal((await again.visit('dashboard')).to, '/login')
  assert.equal((await phone.visit('dashboard')).status, 200)
})

test('it asks who is there, knows only events of this account, and none of this session', async (t) => {
  const { foyer, laptop, event } = await adaTakenOver(t)
  const own = (await foyer.events('session.confirmed')).at(-1)?.seq ?? 0

  assert.equal(await answerOf(laptop, own), null)
  assert.equal((await disown(laptop, own)).status, 404)
  assert.equal((await disown(laptop, 9999)).status, 404)
  assert.equal((await disown(foyer.browser(), event)).status, 401)
  foyer.clock.advance(16 * minutes)
  assert.equal((await disown(laptop, event)).status, 423)
})

test('of many who answer at once each ends what is left, and nothing is ended twice', async (t) => {
  const { foyer, laptop, event } = await adaTakenOver(t)

  const answers = await Promise.all([1, 2, 3].map(() => disown(laptop, event)))

  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 200],
  )
  for (const type of ['session.ended', 'token.revoked', 'passkey.removed'])
    assert.equal((await foyer.events(type)).length, 1)
})
