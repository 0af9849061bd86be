import assert from 'node:assert/strict'
import { test } from 'node:test'

import { confirmPassword } from '#testing/account-steps.ts'
import { adminAndAccount, grace, mailsTo } from '#testing/administrator.ts'
import { createCli } from '#testing/cli.ts'
import {
  addPasskey,
  addSecurityKey,
  enableWithPasskey,
  fieldError,
} from '#testing/passkey-flows.ts'
import { VirtualAuthenticator } from '#testing/virtual-authenticator.ts'

test('after "Turn off two-factor" a lost security key is not asked for any more (ADM-12)', async (t) => {
  const { foyer, other, change } = await adminAndAccount(t, 'admin')
  await confirmPassword(other)
  await addSecurityKey(other, new VirtualAuthenticator())
  await enableWithPasskey(other)
  await addPasskey(other, new VirtualAuthenticator())

  assert.equal((await change('reset-two-factor')).status, 200)
  const mails = await mailsTo(foyer, grace.email)
  const signIn = await foyer.browser().visit('login.store', grace)
  const left = await foyer.db.selectFrom('passkeys').select('second_factor_only').execute()
  const again = await change('reset-two-factor')

  assert.equal(signIn.location, '/dashboard')
  assert.deepEqual(left, [{ second_factor_only: 0 }])
  assert.deepEqual(mails.slice(0, 2).toSorted(), [
    'A security key was removed from your account',
    'Two-factor authentication is off',
  ])
  assert.equal(again.status, 422)
  assert.match(fieldError(again, 'reason') ?? '', /no second factor/)
})

test('where a second factor is required, the lost passkeys go too (ADM-12)', async (t) => {
  const { foyer, laptop, other, change } = await adminAndAccount(t, 'admin')
  await confirmPassword(other)
  for (const browser of [laptop, other]) await addPasskey(browser, new VirtualAuthenticator())
  const notRequired = await change('reset-two-factor')
  foyer.config.requireTwoFactor = true
  const before = await foyer.browser().visit('login.store', grace)

  assert.equal((await change('reset-two-factor')).status, 200)
  const [notice] = await mailsTo(foyer, grace.email)
  const after = await foyer.browser().visit('login.store', grace)

  assert.equal(notRequired.status, 422)
  assert.equal(notice, 'A passkey was removed from your account')
  assert.equal(before.location, '/two-factor-challenge')
  assert.notEqual(after.location, '/two-factor-challenge')
})

test('the owner is told of each change, who made it and why (ADM-13)', async (t) => {
  const { foyer, change } = await adminAndAccount(t, 'admin')
  const told: Record<string, string | undefined> = {}
  for (const action of ['end-sessions', 'lock', 'unlock', 'delete', 'keep']) {
    const before = (await mailsTo(foyer, grace.email)).length
    assert.equal((await change(action)).status, 200, action)
    const [subject, ...others] = await mailsTo(foyer, grace.email)
    assert.equal(others.length, before, action)
    told[action] = subject
    assert.match(
      (await foyer.mails())[0]?.text ?? '',
      /By: Ada Lovelace\nReason: She asked by phone/,
    )
  }

  assert.deepEqual(told, {
    'end-sessions': 'You were signed out everywhere',
    lock: 'Your account was locked',
    unlock: 'Your account was unlocked',
    delete: 'Your account will be deleted',
    keep: "Your account won't be deleted",
  })
})

test('an account is changed twenty times in an hour, no more (ADM-14)', async (t) => {
  const { foyer, change } = await adminAndAccount(t, 'admin')
  const statuses: number[] = []
  for (let i = 0; i < 22; i++) statuses.push((await change('send-password-link')).status)

  assert.deepEqual(statuses, [...Array.from({ length: 20 }, () => 200), 429, 429])
  const before = (await foyer.events('account.locked')).length
  assert.equal((await change('lock')).status, 429)
  assert.equal((await foyer.events('account.locked')).length, before)
})

test('links come in the language of the account (ADM-15)', async (t) => {
  const { foyer, change } = await adminAndAccount(t, 'admin')
  const users = foyer.db.updateTable('users')
  await users.set({ locale: 'de', email_verified_at: null }).where('role', 'is', null).execute()

  await change('send-password-link')
  const [passwordLink] = await mailsTo(foyer, grace.email)
  await change('send-verification')
  const [confirmationLink] = await mailsTo(foyer, grace.email)

  assert.match(passwordLink ?? '', /Passwort/)
  assert.match(confirmationLink ?? '', /Bestätigen Sie/)
})

test('no password link for a locked account, or where a provider is required (ADM-16)', async (t) => {
  const { foyer, change } = await adminAndAccount(t, 'admin')
  await change('lock')
  const locked = await change('send-password-link')
  await change('unlock')
  Object.assign(foyer.config, {
    providers: [{ id: 'example', label: 'Example', domains: ['example.com'] }],
  })
  foyer.config.requireProvider = ['example.com']
  const required = await change('send-password-link')

  assert.match(fieldError(locked, 'reason') ?? '', /Unlock the account first/)
  assert.match(fieldError(required, 'reason') ?? '', /sign in with Example only/)
  assert.deepEqual(await foyer.events('password.reset-requested'), [])
})

test('support unlocks what support locked, not what the operator locked (ADM-17)', async (t) => {
  const { foyer, change } = await adminAndAccount(t, 'support')
  await change('lock')
  assert.equal((await change('unlock')).status, 200)
  await createCli(foyer)('user:lock', grace.email, '--yes')

  assert.equal((await change('unlock')).status, 403)
  await createCli(foyer)('user:role', 'ada@example.com', 'admin', '--yes')
  assert.equal((await change('unlock')).status, 200)
})
