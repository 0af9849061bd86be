import assert from 'node:assert/strict'
import { test } from 'node:test'

import { createCli } from '#testing/cli.ts'
import { adaWithPasskey, signInWithPasskey } from '#testing/passkey-flows.ts'
import { ada, signedInAda } from '#testing/signed-in-accounts.ts'

test('user:export prints everything about an account except secrets', async (t) => {
  const { foyer } = await signedInAda(t)

  const { json, status } = await createCli(foyer)('user:export', ada.email, '--json')
  const { events } = json

  assert.equal(status, 0)
  assert.partialDeepStrictEqual(json, {
    users: [{ email: ada.email }],
    sessions: [{ method: 'registration' }],
  })
  assert.partialDeepStrictEqual(events, [{ type: 'account.created', data: { email: ada.email } }])
  assert.doesNotMatch(JSON.stringify(json), /argon2|_hash|_sealed/)
})

test('user:reset-two-factor disables two-factor and notifies the owner', async (t) => {
  const { foyer } = await signedInAda(t)
  const foyerCommand = createCli(foyer)
  const rejected = await foyerCommand('user:reset-two-factor', ada.email, '--yes')
  await foyer.db
    .updateTable('users')
    .set({ two_factor_enabled_at: foyer.clock.now(), locale: 'de' })
    .execute()

  const { status } = await foyerCommand('user:reset-two-factor', ada.email, '--yes')
  const { email, password } = ada
  const answer = await foyer.browser().visit('login.store', { email, password })
  const subjects = (await foyer.mails()).map(({ subject }) => subject)

  assert.deepEqual([rejected.status, status, answer.location], [1, 0, '/dashboard'])
  assert.ok(subjects.some((subject) => subject.includes('Zwei-Faktor-Anmeldung ausgeschaltet')))
})

test('user:reset-two-factor --passkeys removes every passkey and notifies the owner', async (t) => {
  const { foyer, key } = await adaWithPasskey(t)
  const command = ['user:reset-two-factor', ada.email, '--passkeys', '--yes']

  const { status } = await createCli(foyer)(...command)
  const again = await createCli(foyer)(...command)

  const [mail] = await foyer.mails()
  assert.deepEqual([status, again.status], [0, 1])
  assert.equal((await signInWithPasskey(foyer.browser(), key)).status, 422)
  assert.equal(mail?.subject, 'A passkey was removed from your account')
})

test('user:reset-two-factor says when the account has no way in left but the mailbox (NPW-25)', async (t) => {
  const { foyer } = await adaWithPasskey(t)
  await foyer.db.updateTable('users').set({ password_hash: null }).execute()
  const command = ['user:reset-two-factor', ada.email, '--passkeys', '--yes']

  const { out } = await createCli(foyer)(...command)

  assert.match(out, /no other way in now\. Its owner gets one with "Forgot your password\?"/)
})

test('user:delete erases the account and mails the receipt', async (t) => {
  const { foyer } = await signedInAda(t)
  const before = (await foyer.mails()).length

  await createCli(foyer)('user:delete', ada.email, '--yes')
  const mails = await foyer.mails()

  assert.deepEqual(await foyer.db.selectFrom('events').select('seq').execute(), [])
  assert.ok(mails.length > before)
})

test('a user:delete that fails leaves the account unchanged', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  await foyer.db.schema.dropTable('data_exports').execute()

  const { status } = await createCli(foyer)('user:delete', ada.email, '--yes')

  assert.equal(status, 1)
  assert.equal((await laptop.visit('dashboard')).status, 200)
})
