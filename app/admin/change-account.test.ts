import assert from 'node:assert/strict'
import { test } from 'node:test'

import { adminAndAccount, grace, mailsTo } from '#testing/administrator.ts'
import { createCli } from '#testing/cli.ts'
import {
  addPasskey,
  addSecurityKey,
  enableWithPasskey,
  fieldError,
} from '#testing/passkey-flows.ts'
import { confirmPassword } from '#testing/signed-in-accounts.ts'
import { createEngines } from '#testing/teams.ts'
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

test('the owner is notified of each change by an administrator, who made it and why (ADM-13)', async (t) => {
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

test('administrators change an account at most twenty times in an hour, but can always lock it and sign it out (ADM-14)', async (t) => {
  const { foyer, change } = await adminAndAccount(t, 'admin')
  const statuses: number[] = []
  for (let i = 0; i < 22; i++) statuses.push((await change('send-password-link')).status)

  assert.deepEqual(statuses, [...Array.from({ length: 20 }, () => 200), 429, 429])
  assert.equal((await change('export')).status, 429)
  assert.deepEqual(await foyer.events('data-export.requested'), [])
  for (const action of ['end-sessions', 'lock'])
    assert.equal((await change(action)).status, 200, action)
  assert.equal((await change('unlock')).status, 429)
})

test('links that an administrator sends are in the language of the account (ADM-15)', async (t) => {
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

test('an administrator sends no password link for a locked account, or where a provider is required (ADM-16)', async (t) => {
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

test('a link to confirm the address is sent to one that needs it, or the administrator is told why not (ADM-84)', async (t) => {
  const { foyer, id, change } = await adminAndAccount(t, 'admin')
  const confirmed = await change('send-verification')
  const users = foyer.db.updateTable('users')
  await users.set({ email_verified_at: null }).where('id', '=', id).execute()
  const answers: string[] = []
  for (let i = 0; i < 12; i++)
    answers.push(fieldError(await change('send-verification'), 'reason') ?? 'sent')

  assert.match(fieldError(confirmed, 'reason') ?? '', /already confirmed/)
  const sent = answers.filter((answer) => answer === 'sent')
  assert.ok(sent.length > 0 && sent.length < answers.length)
  assert.match(answers.at(-1) ?? '', /many emails/)
  const events = await foyer.events('address.verification-sent')
  assert.equal(events.length, sent.length)
})

test('deleting the only owner of a team is refused with the reason at its field (ADM-85)', async (t) => {
  const { foyer, other, change } = await adminAndAccount(t, 'admin')
  await createEngines(other)

  const refused = await change('delete')

  assert.equal(refused.status, 422)
  assert.match(fieldError(refused, 'reason') ?? '', /This account is the only owner of Analytical/)
  assert.deepEqual(await foyer.events('account.leaving'), [])
})
