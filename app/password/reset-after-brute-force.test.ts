import assert from 'node:assert/strict'
import { test } from 'node:test'

import { ada, signedInAda } from '#testing/signed-in-accounts.ts'
import type { TestApp } from '#testing/test-app.ts'

const { email } = ada
const password = 'lanterns over the harbour'

test('strangers’ attempts do not keep out the owner who has reset the password, now or afterwards (LOG-14)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const guest = foyer.browser()
  await guest.visit('password.email', { email })
  const [mail] = await foyer.mails()
  const [link = '', token] = /\/reset-password\/(\S+)/.exec(mail?.text ?? '') ?? []
  await laptop.visit('logout')
  await exhaustSignInLimit(foyer)
  await guest.visitPath(link)

  await guest.visit('password.update', {
    token,
    email,
    password,
    password_confirmation: password,
  })
  const afterReset = await guest.visit('login.store', { email, password })
  await guest.visit('logout')
  await exhaustSignInLimit(foyer)
  const afterMoreAttempts = await guest.visit('login.store', { email, password })

  assert.equal(afterReset.location, '/dashboard')
  assert.equal(afterMoreAttempts.location, '/dashboard')
})

/** Wrong passwords from more networks than the limit of the account allows. */
async function exhaustSignInLimit(foyer: TestApp): Promise<void> {
  const strangers = Array.from({ length: 21 }, () => foyer.browser())
  const guess = { method: 'POST', body: { email, password: 'wrong' } } as const
  for (const stranger of strangers) await stranger.open('/login')
  await Promise.all(strangers.flatMap((it) => [1, 2, 3, 4, 5].map(() => it.json('/login', guess))))
}
