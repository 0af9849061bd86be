import assert from 'node:assert/strict'
import { test } from 'node:test'

import { adaReady, finishRecovery, newEmail } from '#testing/account-recovery.ts'
import { linkInMailTo, postTakeoverReport } from '#testing/account-takeover.ts'
import { primaryEmail } from '#testing/email-addresses.ts'
import { refuse, registerHooks } from '#testing/register-hooks.ts'
import { ada, confirmPassword, signedInAda } from '#testing/signed-in-accounts.ts'

const submit = { method: 'POST', body: {} } as const

test('no hook refuses the address that a takeover report restores; the hook after it runs (HOK-07)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const thief = foyer.browser()
  thief.userAgent = 'Mozilla/5.0 (Windows NT 10.0) Firefox/140.0'
  await thief.visit('login.store', { email: ada.email, password: ada.password })
  await confirmPassword(thief)
  await thief.visit('email-change.store', { email: 'thief@evil.example' })
  await thief.visitPath(await linkInMailTo(foyer, 'thief@evil.example'), submit)
  const stolen = await primaryEmail(foyer)
  const told: unknown[] = []
  registerHooks(t, foyer, {
    beforeProfileChange: [refuse],
    afterProfileChange: [({ after }) => void told.push(after)],
  })
  await confirmPassword(laptop)
  const [asked] = await foyer.events('address-change.asked')

  await postTakeoverReport(laptop, asked?.seq ?? 0)
  await laptop.visitPath(await linkInMailTo(foyer, ada.email), submit)
  await foyer.jobs.runDue()

  assert.deepEqual([stolen, await primaryEmail(foyer)], ['thief@evil.example', ada.email])
  assert.deepEqual(told, [{ email: ada.email }])
})

test('no hook refuses a recovery (HOK-07)', async (t) => {
  const { foyer, phone, link } = await adaReady(t)
  registerHooks(t, foyer, { beforeProfileChange: [refuse] })

  await finishRecovery(phone, link)

  assert.equal(await primaryEmail(foyer), newEmail)
})
