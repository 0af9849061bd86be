import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'

import { hashPassword } from '#app/platform/auth/password-hash.ts'
import { linkInMailTo } from '#testing/account-takeover.ts'
import { createCli } from '#testing/cli.ts'
import { codeMails, enterCode, enterPassword, mailedCode } from '#testing/device-codes.ts'
import { createBackEnd } from '#testing/management-api.ts'
import { ada } from '#testing/signed-in-accounts.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'

const { name, email, password } = ada

/** How an account comes to a password without a registration in a browser. */
const origins = {
  'of another system': async (foyer: TestApp) => {
    const file = join(foyer.config.storageDir, 'accounts.jsonl')
    const password_hash = await hashPassword(password)
    await writeFile(file, JSON.stringify({ email, name, email_verified: true, password_hash }))
    return (await createCli(foyer)('import', file, '--yes')).status
  },
  'of the operator': async (foyer: TestApp) => {
    const cli = createCli(foyer, { answers: [password, password] })
    return (await cli('user:create', email, '--name=Ada', '--password')).status
  },
  'of a program, after its first password': async (foyer: TestApp) => {
    const program = await createBackEnd(foyer)
    const body = { name, email }
    const { status } = await program.request('/api/admin/users', { method: 'POST', body })
    assert.equal(status, 201)
    const form = { email, password, password_confirmation: password }
    const link = await linkInMailTo(foyer, email, /\/reset-password\/\S+/)
    const token = link.split('/').at(-1)
    const answer = await foyer.browser().visit('password.update', { token, ...form })
    return answer.location === '/login' ? 0 : answer.status
  },
}

for (const [origin, create] of Object.entries(origins)) {
  test(`the first password sign-in to an account ${origin} asks for the mailed code (DEV-18)`, async (t) => {
    const foyer = await createTestApp(t, { NEW_DEVICE_CODE: '1', MANAGEMENT_API: 'on' })
    assert.equal(await create(foyer), 0)

    const thief = await enterPassword(foyer)
    const owner = await enterPassword(foyer)
    const entered = await enterCode(owner, await mailedCode(foyer))

    assert.equal((await thief.visit('dashboard')).location, '/login')
    assert.equal(entered.location, '/dashboard')
    assert.equal((await codeMails(foyer)).length, 2)
  })
}

test('without new-device codes, the owner of an account that never signed in is notified of the first session (DEV-18)', async (t) => {
  const foyer = await createTestApp(t)
  await origins['of the operator'](foyer)

  await foyer.browser().visit('login.store', { email, password })

  const [mail] = await foyer.mails()
  assert.equal(mail?.subject, 'A new device signed in to your account')
})
