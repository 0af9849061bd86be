import assert from 'node:assert/strict'
import { test } from 'node:test'

import { createCli } from '#testing/cli.ts'
import { adaWithPasskey, signInWithPasskey } from '#testing/passkey-flows.ts'
import { ada, signedInAda } from '#testing/people.ts'

test('everything about an account can be handed out, and no secret is in it', async (t) => {
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

test('who lost app and codes comes in with the password again, and is told', async (t) => {
  const { foyer } = await signedInAda(t)
  const foyerCommand = createCli(foyer)
  const refused = await foyerCommand('user:reset-two-factor', ada.email, '--yes')
  await foyer.db
    .updateTable('users')
    .set({ two_factor_enabled_at: foyer.clock.now(), locale: 'de' })
    .execute()

  const { status } = await foyerCommand('user:reset-two-factor', ada.email, '--yes')
  const { email, password } = ada
  const answer = await foyer.browser().visit('login.store', { email, password })
  const subjects = (await foyer.mails()).map(({ subject }) => subject)

  assert.deepEqual([refused.status, status, answer.location], [1, 0, '/dashboard'])
  assert.ok(subjects.some((subject) => subject.includes('Zwei-Faktor-Anmeldung ist ausgeschaltet')))
})

test('who lost every passkey comes in with the password again, and is told of each', async (t) => {
  const { foyer, key } = await adaWithPasskey(t)
  const lost = ['user:reset-two-factor', ada.email, '--passkeys', '--yes']

  const { status } = await createCli(foyer)(...lost)
  const again = await createCli(foyer)(...lost)

  const [mail] = await foyer.mails()
  assert.deepEqual([status, again.status], [0, 1])
  assert.equal((await signInWithPasskey(foyer.browser(), key)).status, 422)
  assert.equal(mail?.subject, 'A passkey was removed from your account')
})

test('a deleted account leaves nothing, and its owner gets the receipt', async (t) => {
  const { foyer } = await signedInAda(t)
  const before = (await foyer.mails()).length

  await createCli(foyer)('user:delete', ada.email, '--yes')
  const mails = await foyer.mails()

  assert.deepEqual(await foyer.db.selectFrom('events').select('seq').execute(), [])
  assert.ok(mails.length > before)
})

test('a deletion that fails half way leaves the account as it was', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  await foyer.db.schema.dropTable('data_exports').execute()

  const { status } = await createCli(foyer)('user:delete', ada.email, '--yes')

  assert.equal(status, 1)
  assert.equal((await laptop.visit('dashboard')).status, 200)
})
