import assert from 'node:assert/strict'
import { test } from 'node:test'

import { linkInMailTo } from '#testing/account-takeover.ts'
import { adminAndAccount, eventsOf, grace, mailsTo } from '#testing/administrator.ts'
import { fieldError } from '#testing/passkey-flows.ts'
import { ada } from '#testing/signed-in-accounts.ts'

const newAddress = 'grace.hopper@example.com'
const correction = { email: newAddress, reason: 'She mistyped it' }

test('a corrected address takes effect once its link is opened, and the old one is told who and why (ADM-18)', async (t) => {
  const { foyer, id, change } = await adminAndAccount(t, 'admin')
  const address = () =>
    foyer.db.selectFrom('users').select('email').where('id', '=', id).executeTakeFirstOrThrow()

  assert.equal((await change('correct-address', correction)).status, 200)
  const before = await address()
  const toOld = (await foyer.mails()).find(({ to }) => String(to).includes(grace.email))
  const link = await linkInMailTo(foyer, newAddress, /\/email-change\/\S+/)
  const opened = await foyer.browser().visitPath(link, { method: 'POST', body: {} })

  assert.equal(before.email, grace.email)
  assert.match(toOld?.text ?? '', new RegExp(`${ada.name}[^]*She mistyped it`))
  assert.ok(opened.status < 400)
  assert.equal((await address()).email, newAddress)
  const asked = (await eventsOf(foyer, id)).find(({ type }) => type === 'address-change.asked')
  assert.partialDeepStrictEqual(asked?.data.performedBy, { name: ada.name })
})

test('correcting an address to that of another account, or to the same one, is rejected at its field and mails nothing (ADM-19)', async (t) => {
  const { foyer, change } = await adminAndAccount(t, 'admin')
  const before = (await foyer.mails()).length
  const taken = await change('correct-address', { ...correction, email: ada.email })
  const same = await change('correct-address', { ...correction, email: grace.email })
  const spelling = await change('correct-address', { ...correction, email: 'Grace@example.com' })

  assert.match(fieldError(taken, 'email') ?? '', /Another account/)
  for (const own of [same, spelling])
    assert.match(fieldError(own, 'email') ?? '', /already has this address/)
  assert.equal((await foyer.mails()).length, before)
})

test('a correction beyond the limits of mail is not a success, and is not recorded (ADM-86)', async (t) => {
  const { foyer, change } = await adminAndAccount(t, 'admin')
  const answers: string[] = []
  for (let i = 0; i < 12; i++) {
    const body = { ...correction, email: `grace${i}@example.com` }
    answers.push(fieldError(await change('correct-address', body), 'email') ?? 'sent')
  }

  const sent = answers.filter((answer) => answer === 'sent')
  assert.ok(sent.length > 0)
  assert.match(answers.at(-1) ?? '', /many emails/)
  assert.equal((await foyer.events('address-change.asked')).length, sent.length)
})

test('support cannot correct an address (ADM-02)', async (t) => {
  const { foyer, change } = await adminAndAccount(t, 'support')
  assert.equal((await change('correct-address', correction)).status, 403)
  assert.deepEqual(await mailsTo(foyer, newAddress), [])
})
