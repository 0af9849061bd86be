import assert from 'node:assert/strict'
import { test } from 'node:test'

import { createCli } from '#testing/cli.ts'
import { ada, adaOnTwoDevices } from '#testing/signed-in-accounts.ts'

const { email, password } = ada

test('locking an account ends its sessions and rejects sign-ins', async (t) => {
  const { foyer, laptop, phone } = await adaOnTwoDevices(t)
  const foyerCommand = createCli(foyer)

  const { status, json } = await foyerCommand('user:lock', email, '--yes', '--json')

  assert.equal(status, 0)
  assert.equal(json['sessions_ended'], 2)
  assert.equal((await laptop.visit('dashboard')).location, '/login')
  assert.equal((await phone.visit('dashboard')).location, '/login')
  const answer = await foyer.browser().visit('login.store', { email, password })
  assert.notEqual(answer.location, '/dashboard')
})

test('only the right password reveals that an account is locked (LOG-22)', async (t) => {
  const { foyer } = await adaOnTwoDevices(t)
  await createCli(foyer)('user:lock', email, '--yes')
  const [owner, attacker, unknown] = [foyer.browser(), foyer.browser(), foyer.browser()]

  await owner.visit('login.store', { email, password })
  await attacker.visit('login.store', { email, password: 'a wrong guess' })
  await unknown.visit('login.store', { email: 'nobody@example.com', password })
  const loginPages = await Promise.all(
    [owner, attacker, unknown].map((browser) => browser.visit('login')),
  )
  const [ownerError, attackerError, unknownError] = loginPages.map(
    ({ page }) => page.props.errors['email'],
  )

  assert.match(ownerError ?? '', /account is locked\./)
  assert.doesNotMatch(attackerError ?? '', /locked/)
  assert.equal(attackerError, unknownError)
})

test('locking, unlocking and each ended session are recorded', async (t) => {
  const { foyer } = await adaOnTwoDevices(t)
  const foyerCommand = createCli(foyer)
  await foyerCommand('user:lock', email, '--yes')
  await foyerCommand('user:unlock', email)

  const events = await foyer.events()
  const last = events.slice(-4).map(({ type, data }) => [type, data['by']])

  assert.deepEqual(last, [
    ['account.locked', 'operator'],
    ['session.ended', 'operator'],
    ['session.ended', 'operator'],
    ['account.unlocked', 'operator'],
  ])
})

test('an unlocked account can sign in, and locking twice is rejected', async (t) => {
  const { foyer } = await adaOnTwoDevices(t)
  const foyerCommand = createCli(foyer)
  await foyerCommand('user:lock', email, '--yes')

  assert.equal((await foyerCommand('user:lock', email, '--yes')).status, 1)
  assert.equal((await foyerCommand('user:unlock', email)).status, 0)
  assert.equal((await foyerCommand('user:unlock', email)).status, 1)
  const answer = await foyer.browser().visit('login.store', { email, password })
  assert.equal(answer.location, '/dashboard')
})

test('signing in during a lock leaves no session', async (t) => {
  const { foyer } = await adaOnTwoDevices(t)
  const browsers = Array.from({ length: 4 }, () => foyer.browser())

  await Promise.all([
    ...browsers.map((browser) => browser.visit('login.store', { email, password })),
    createCli(foyer)('user:lock', email, '--yes'),
  ])

  assert.deepEqual(await foyer.db.selectFrom('sessions').select('id').execute(), [])
})
