import assert from 'node:assert/strict'
import { test } from 'node:test'

import { createCli } from '#testing/cli.ts'
import { ada, adaOnTwoDevices } from '#testing/people.ts'

const { email, password } = ada

test('locking an account ends its sessions and lets nobody in', async (t) => {
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

test('only who knows the password learns that the account is locked (LOG-22)', async (t) => {
  const { foyer } = await adaOnTwoDevices(t)
  await createCli(foyer)('user:lock', email, '--yes')
  const [owner, stranger, lost] = [foyer.browser(), foyer.browser(), foyer.browser()]

  await owner.visit('login.store', { email, password })
  await stranger.visit('login.store', { email, password: 'a wrong guess' })
  await lost.visit('login.store', { email: 'nobody@example.com', password })
  const told = await Promise.all([owner, stranger, lost].map((browser) => browser.visit('login')))
  const [toOwner, toStranger, toLost] = told.map(({ page }) => page.props.errors['email'])

  assert.match(toOwner ?? '', /account is locked\..+can tell you why/)
  assert.doesNotMatch(toStranger ?? '', /locked/)
  assert.equal(toStranger, toLost)
})

test('locking and unlocking stand in the record, each session that ended too', async (t) => {
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

test('an unlocked account can be used again, and locking twice is refused', async (t) => {
  const { foyer } = await adaOnTwoDevices(t)
  const foyerCommand = createCli(foyer)
  await foyerCommand('user:lock', email, '--yes')

  assert.equal((await foyerCommand('user:lock', email, '--yes')).status, 1)
  assert.equal((await foyerCommand('user:unlock', email)).status, 0)
  assert.equal((await foyerCommand('user:unlock', email)).status, 1)
  const answer = await foyer.browser().visit('login.store', { email, password })
  assert.equal(answer.location, '/dashboard')
})

test('of signing in and locking at the same moment, no session is left', async (t) => {
  const { foyer } = await adaOnTwoDevices(t)
  const browsers = Array.from({ length: 4 }, () => foyer.browser())

  await Promise.all([
    ...browsers.map((browser) => browser.visit('login.store', { email, password })),
    createCli(foyer)('user:lock', email, '--yes'),
  ])

  assert.deepEqual(await foyer.db.selectFrom('sessions').select('id').execute(), [])
})
