import assert from 'node:assert/strict'
import { test } from 'node:test'

import { createCli } from '#testing/cli.ts'
import { ada, registerAccount } from '#testing/signed-in-accounts.ts'
import { type TestApp, createTestApp } from '#testing/test-app.ts'
import type { TestBrowser } from '#testing/test-browser.ts'

const reused = "Choose a password you haven't used here before."
const passwords = ['lanterns over the harbour', 'nine pale umbrellas', 'a kettle for the moon']

/** Changes it at least as often as no attempt limit counts. @returns the error of the field, if there is one */
async function changePassword(browser: TestBrowser, current_password: string, password: string) {
  const body = { current_password, password, password_confirmation: password }
  const answer = await browser.json('/user/password', { method: 'PUT', body })
  return answer.status === 200 ? null : answer.raw.json().errors.password?.[0]
}

const rows = ({ db }: TestApp) =>
  db.selectFrom('previous_passwords').selectAll().orderBy('id').execute()

async function adaWithHistory(t: Parameters<typeof createTestApp>[0], PASSWORD_HISTORY: string) {
  const foyer = await createTestApp(t, { PASSWORD_HISTORY })
  const laptop = foyer.browser()
  await registerAccount(foyer, laptop)
  await laptop.open('/dashboard')
  return { foyer, laptop }
}

const [first = '', second = '', third = ''] = passwords

test('as many previous passwords as the setting says are refused, and older ones deleted (PWP-13)', async (t) => {
  const { foyer, laptop } = await adaWithHistory(t, '2')

  const changes = [
    await changePassword(laptop, ada.password, first),
    await changePassword(laptop, first, ada.password),
    await changePassword(laptop, first, second),
    await changePassword(laptop, second, ada.password),
    await changePassword(laptop, second, third),
    await changePassword(laptop, third, first),
  ]
  const kept = (await rows(foyer)).length
  const oldest = await changePassword(laptop, third, ada.password)

  assert.deepEqual(changes, [null, reused, null, reused, null, reused])
  assert.equal(kept, 2)
  assert.equal(oldest, null)
})

test('a reset refuses previous passwords too, and the current one (PWP-13)', async (t) => {
  const { foyer, laptop } = await adaWithHistory(t, '2')
  await changePassword(laptop, ada.password, first)
  const guest = foyer.browser()
  await guest.visit('password.email', { email: ada.email })
  const [mail] = await foyer.mails()
  const token = /reset-password\/([\w.-]+)/.exec(mail?.text ?? '')?.[1]
  const reset = async (password: string) => {
    const body = { token, email: ada.email, password, password_confirmation: password }
    const answer = await guest.json('/reset-password', { method: 'POST', body })
    return [answer.status, answer.raw.json().errors?.password?.[0]]
  }

  assert.deepEqual(await reset(ada.password), [422, reused])
  assert.deepEqual(await reset(first), [422, reused])
  assert.deepEqual((await reset(second))[0], 200)
})

test('the hashes of previous passwords are encrypted, survive a key rotation, and are erased with the account (PWP-14)', async (t) => {
  const { foyer, laptop } = await adaWithHistory(t, '2')
  await changePassword(laptop, ada.password, first)
  const [stored] = await rows(foyer)

  await createCli(foyer)('key:rotate', '--yes')
  const { json } = await createCli(foyer)('key:rotate', '--forget', '--yes', '--json')
  const refused = await changePassword(laptop, first, ada.password)
  const exported = await createCli(foyer)('user:export', ada.email, '--json')
  await createCli(foyer)('user:delete', ada.email, '--yes')

  assert.doesNotMatch(stored?.hash_sealed ?? '$', /\$/)
  assert.deepEqual([json, refused], [{ forgotten: 1 }, reused])
  assert.doesNotMatch(exported.out, /previous_passwords|hash_sealed/)
  assert.deepEqual(await rows(foyer), [])
})

test('by default no previous password is kept, and turning the setting off deletes the kept ones at the next change (PWP-14)', async (t) => {
  const { foyer, laptop } = await adaWithHistory(t, '3')
  await changePassword(laptop, ada.password, first)
  const kept = (await rows(foyer)).length
  foyer.config.passwordHistory = 0

  const again = await changePassword(laptop, first, ada.password)

  assert.deepEqual([kept, again, await rows(foyer)], [1, null, []])
})

test('of concurrent password changes one succeeds, and keeps the replaced password once (PWP-15)', async (t) => {
  const { foyer, laptop } = await adaWithHistory(t, '5')

  const changes = await Promise.all(
    passwords.map((password) => changePassword(laptop, ada.password, password)),
  )

  assert.equal(changes.filter((error) => error === null).length, 1)
  assert.equal((await rows(foyer)).length, 1)
})
