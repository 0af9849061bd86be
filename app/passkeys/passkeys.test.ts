import assert from 'node:assert/strict'
import { test } from 'node:test'

import {
  addPasskey,
  adaWithPasskey,
  confirmWithPasskey,
  fieldError,
  signInWithPasskey,
} from '#testing/passkey-flows.ts'
import { ada, confirmPassword, registerAccount } from '#testing/signed-in-accounts.ts'
import { type TestApp, createTestApp } from '#testing/test-app.ts'
import type { TestBrowser } from '#testing/test-browser.ts'
import { minutes } from '#testing/test-clock.ts'
import { VirtualAuthenticator } from '#testing/virtual-authenticator.ts'

const renamePasskey = (browser: TestBrowser, id: string, name: unknown) =>
  browser.json(`/user/passkeys/${id}`, { method: 'PUT', body: { name } })
const removePasskey = (browser: TestBrowser, id: string) =>
  browser.json(`/user/passkeys/${id}`, { method: 'DELETE' })

test('renaming a passkey records both names', async (t) => {
  const { foyer, laptop, id } = await adaWithPasskey(t)

  const answer = await renamePasskey(laptop, id, ' Desk  drawer ')

  assert.deepEqual(answer.raw.json(), { status: 'passkey-updated', id, name: 'Desk drawer' })
  assert.deepEqual(await lastEvent(foyer), {
    type: 'passkey.renamed',
    data: { passkey: id, before: 'Chrome on macOS', after: 'Desk drawer' },
  })
})

test('an empty, overlong or invisible passkey name is rejected, and the old one stays', async (t) => {
  const { foyer, laptop, id } = await adaWithPasskey(t)
  const names = ['', '   ', 'x'.repeat(256), 'a\u0000b', 'a\u202eb', undefined, 5]

  const answers = await Promise.all(names.map((name) => renamePasskey(laptop, id, name)))

  assert.deepEqual(
    answers.map(({ status }) => status),
    names.map(() => 422),
  )
  assert.ok(answers.every((answer) => fieldError(answer, 'name')))
  assert.deepEqual(await storedNames(foyer), ['Chrome on macOS'])
})

test('removing a passkey is recorded (A-PKY-21)', async (t) => {
  const { foyer, laptop, id } = await adaWithPasskey(t)

  const answer = await removePasskey(laptop, id)

  assert.deepEqual([answer.status, answer.raw.json()], [200, { status: 'passkey-deleted' }])
  assert.deepEqual(await storedNames(foyer), [])
  assert.deepEqual(await lastEvent(foyer), {
    type: 'passkey.removed',
    data: { passkey: id, name: 'Chrome on macOS' },
  })
})

test('the owner is notified by mail of added and removed passkeys', async (t) => {
  const { foyer, laptop, id } = await adaWithPasskey(t)
  await removePasskey(laptop, id)

  const [removed, added] = await foyer.mails()

  assert.deepEqual([added?.to, added?.subject], [ada.email, 'A passkey was added to your account'])
  assert.match(added?.text ?? '', /The passkey "Chrome on macOS" can now sign in/)
  assert.equal(removed?.subject, 'A passkey was removed from your account')
  assert.match(removed?.text ?? '', /Device: Chrome on macOS[\s\S]+This wasn't me/)
})

test('reporting a takeover removes every passkey', async (t) => {
  const { foyer, key } = await adaWithPasskey(t)
  const [mail] = await foyer.mails()
  const link = mail?.text.match(/\/not-me\/\S+/)?.[0] ?? ''

  await foyer.browser().visitPath(link, { method: 'POST', body: {} })

  assert.equal((await signInWithPasskey(foyer.browser(), key)).header('passkey-unknown'), '1')
})

test('renaming and removing redirect back with the status', async (t) => {
  const { laptop, id } = await adaWithPasskey(t)
  const path = `/user/passkeys/${id}`

  const renamed = await laptop.visitPath(path, { method: 'PUT', body: { name: 'Red key' } })
  const seen = (await laptop.visit('profile.show')).page.flash
  const removed = await laptop.visitPath(path, { method: 'DELETE' })

  assert.deepEqual(
    [renamed.location, removed.location],
    ['/user/profile/security', '/user/profile/security'],
  )
  assert.equal(seen?.['status'], 'passkey-updated')
  assert.deepEqual((await laptop.visit('profile.show')).page.flash, { status: 'passkey-deleted' })
})

test('two concurrent removals of one passkey are recorded once', async (t) => {
  const { laptop, id } = await adaWithPasskey(t)

  const answers = await Promise.all([removePasskey(laptop, id), removePasskey(laptop, id)])

  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 404])
})

test("guests, other users and unconfirmed sessions cannot change a passkey; another's gives 404 (A-PKY-04, A-PKY-21)", async (t) => {
  const { foyer, laptop, id } = await adaWithPasskey(t)
  const guest = foyer.browser()
  await guest.open('/login')
  const grace = foyer.browser()
  await registerAccount(foyer, grace, { ...ada, email: 'grace@example.com' })
  await confirmPassword(grace)

  const others = [await renamePasskey(grace, id, 'Mine'), await removePasskey(grace, id)]
  const guests = [await renamePasskey(guest, id, 'Mine'), await removePasskey(guest, id)]
  foyer.clock.advance(foyer.config.confirmationMinutes.sensitive * minutes)
  const late = [await renamePasskey(laptop, id, 'Mine'), await removePasskey(laptop, id)]

  assert.deepEqual(
    [...others, ...guests, ...late].map(({ status }) => status),
    [404, 404, 401, 401, 423, 423],
  )
  assert.deepEqual(await storedNames(foyer), ['Chrome on macOS'])
})

test('the last passkey of an account without a password cannot be removed (PKY-07)', async (t) => {
  const { foyer, laptop, id } = await adaWithPasskey(t)
  await foyer.db.updateTable('users').set({ password_hash: null }).execute()

  const answer = await removePasskey(laptop, id)

  assert.equal(answer.status, 422)
  assert.match(
    fieldError(answer, 'passkey') ?? '',
    /^This is your only way to sign in\. Set a password/,
  )
  assert.deepEqual(await storedNames(foyer), ['Chrome on macOS'])
})

test('two concurrent removals leave one passkey to an account without a password (PKY-07)', async (t) => {
  const { foyer, laptop, id } = await adaWithPasskey(t)
  const second = await addPasskey(laptop, new VirtualAuthenticator())
  await foyer.db.updateTable('users').set({ password_hash: null }).execute()

  const answers = await Promise.all([
    removePasskey(laptop, id),
    removePasskey(laptop, second.raw.json().id),
  ])

  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 422])
  assert.equal((await storedNames(foyer)).length, 1)
})

test('the signature counter advances with every use', async (t) => {
  const { foyer, laptop, key } = await adaWithPasskey(t)
  foyer.clock.advance(minutes)

  await signInWithPasskey(foyer.browser(), key)
  await confirmWithPasskey(laptop, key)

  const used = await foyer.db
    .selectFrom('passkeys')
    .select(['counter', 'last_used_at'])
    .executeTakeFirstOrThrow()
  assert.deepEqual(used, { counter: 2, last_used_at: foyer.clock.now() })
})

test('an authenticator that does not count is accepted', async (t) => {
  const { foyer, key } = await adaWithPasskey(t, new VirtualAuthenticator({ hasCounter: false }))

  await signInWithPasskey(foyer.browser(), key)

  assert.equal((await signInWithPasskey(foyer.browser(), key)).status, 200)
})

test('a signature counter that does not advance is rejected, recorded and mailed (PKY-05)', async (t) => {
  const { foyer, laptop, key, id } = await adaWithPasskey(t)
  await signInWithPasskey(foyer.browser(), key, { counter: 9 })

  const back = await signInWithPasskey(foyer.browser(), key, { counter: 8 })
  const still = await confirmWithPasskey(laptop, key, { counter: 9 })
  const silent = await signInWithPasskey(foyer.browser(), key, { counter: 0 })

  assert.deepEqual(
    [back, still, silent].map((answer) => answer.status),
    [422, 422, 422],
  )
  assert.match(fieldError(back) ?? '', /^This passkey may have been copied, so we rejected it\./)
  assert.deepEqual(await lastEvent(foyer), {
    type: 'passkey.refused',
    data: { passkey: id, name: 'Chrome on macOS', reason: 'counter' },
  })
  const subjects = (await foyer.mails()).map(({ subject }) => subject)
  assert.equal(
    subjects.filter((it) => it === 'One of your passkeys may have been copied').length,
    3,
  )
})

test('knowing a credential id is not enough to trigger a copy alarm (PKY-05)', async (t) => {
  const { foyer, key } = await adaWithPasskey(t)
  await signInWithPasskey(foyer.browser(), key, { counter: 9 })
  const forger = new VirtualAuthenticator()
  forger.userHandle = key.userHandle

  await signInWithPasskey(foyer.browser(), forger, { credentialId: key.id, counter: 1 })

  assert.notEqual((await lastEvent(foyer)).type, 'passkey.refused')
})

test('of two concurrent uses with the same counter, one is rejected (PKY-05)', async (t) => {
  const { foyer, key } = await adaWithPasskey(t)

  const answers = await Promise.all([
    signInWithPasskey(foyer.browser(), key, { counter: 5 }),
    signInWithPasskey(foyer.browser(), key, { counter: 5 }),
  ])

  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 422])
})

test('password managers find the passkey page', async (t) => {
  const foyer = await createTestApp(t)

  const answer = await foyer.browser().request('/.well-known/passkey-endpoints')

  const page = 'http://localhost:3000/user/profile/security#passkeys'
  assert.deepEqual(answer.raw.json(), { enroll: page, manage: page })
})

test('guests see the sign-in routes, signed-in users the passkey routes (A-PKY-01, A-PKY-02)', async (t) => {
  const { foyer, laptop } = await adaWithPasskey(t)
  const guest = (await foyer.browser().open('/login')).text
  const member = (await laptop.open('/dashboard')).text

  assert.ok(guest.includes('passkey.login') && !guest.includes('passkey.destroy'))
  assert.ok(member.includes('passkey.destroy') && !member.includes('well-known.passkeys'))
})

async function storedNames(foyer: TestApp) {
  const rows = await foyer.db.selectFrom('passkeys').select('name').orderBy('id').execute()
  return rows.map(({ name }) => name)
}

async function lastEvent(foyer: TestApp) {
  const event = (await foyer.events()).at(-1)
  return { type: event?.type, data: event?.data }
}
