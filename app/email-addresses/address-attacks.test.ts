import assert from 'node:assert/strict'
import { test } from 'node:test'

import {
  fetchTakeoverResponse,
  linkInMailTo,
  postTakeoverReport,
} from '#testing/account-takeover.ts'
import {
  adaWithThief,
  addAddress,
  additionalEmails,
  backup,
  makeAddressPrimary,
  primaryEmail,
  removeAddress,
} from '#testing/email-addresses.ts'
import { ada, confirmPassword, signedInAda } from '#testing/signed-in-accounts.ts'
import { minutes } from '#testing/test-clock.ts'

const thiefs = 'thief@example.com'
const submit = { method: 'POST', body: {} } as const
const resetLink = /\/reset-password\/\S+/
const notMeLink = /\/not-me\/\S+/

test('a thief who makes an address of theirs primary loses it to the undo link (EML-14)', async (t) => {
  const { foyer, thief } = await adaWithThief(t)
  const address = await addAddress(foyer, thief, thiefs)
  await makeAddressPrimary(thief, address)
  const [former] = await foyer.db
    .selectFrom('additional_addresses')
    .select('id')
    .where('email', '=', ada.email)
    .execute()
  assert.equal((await removeAddress(thief, former?.id ?? '')).status, 200)
  await foyer.browser().visit('password.email', { email: thiefs })
  const thiefsReset = await linkInMailTo(foyer, thiefs, resetLink)

  const undo = await linkInMailTo(foyer, ada.email)
  assert.equal((await foyer.browser().visitPath(undo, submit)).status, 200)

  assert.equal(await primaryEmail(foyer), ada.email)
  assert.deepEqual(await additionalEmails(foyer), [backup])
  assert.equal((await foyer.browser().visitPath(thiefsReset)).status, 410)
  assert.equal((await thief.visit('dashboard')).location, '/login')
})

test('"this wasn\'t me" removes addresses of the last days, and keeps older ones as the way back (EML-15)', async (t) => {
  const { foyer, thief } = await adaWithThief(t)
  await addAddress(foyer, thief, thiefs, { recoveryOnly: true })

  const link = await linkInMailTo(foyer, ada.email, notMeLink)
  await foyer.browser().visitPath(link, submit)

  assert.deepEqual(await additionalEmails(foyer), [backup])
  foyer.clock.advance(minutes)
  const before = (await foyer.mails()).length
  await foyer.browser().visit('password.email', { email: thiefs })
  assert.equal((await foyer.mails()).length, before)
  const copies = (await foyer.mails()).filter(({ to }) => to === backup)
  assert.ok(copies.some(({ subject }) => subject === 'Your account was secured'))
})

test('a report in Time Travel removes the addresses of the attacker and restores the primary one (EML-15)', async (t) => {
  const { foyer, laptop, thief } = await adaWithThief(t)
  const [came] = (await foyer.events('session.started')).slice(-1)
  foyer.clock.advance(minutes)
  const address = await addAddress(foyer, thief, thiefs)
  await addAddress(foyer, thief, 'second-thief@example.com')
  await makeAddressPrimary(thief, address)
  await confirmPassword(laptop)

  const steps = await fetchTakeoverResponse(laptop, came?.seq ?? 0)
  assert.ok(steps?.steps?.some(({ step, count }) => step === 'email-addresses' && count === 1))
  assert.equal((await postTakeoverReport(laptop, came?.seq ?? 0)).status, 200)

  assert.deepEqual((await additionalEmails(foyer)).toSorted(), [ada.email, backup].toSorted())
  await foyer.browser().visitPath(await linkInMailTo(foyer, ada.email), submit)
  assert.equal(await primaryEmail(foyer), ada.email)
  assert.deepEqual(await additionalEmails(foyer), [backup])
})

test('a report removes an address of the attacker that was primary for a while, and keeps those of the owner (EML-15)', async (t) => {
  const { foyer, laptop, thief } = await adaWithThief(t)
  const [came] = (await foyer.events('session.started')).slice(-1)
  foyer.clock.advance(minutes)
  const first = await addAddress(foyer, thief, thiefs)
  const second = await addAddress(foyer, thief, 'second-thief@example.com')
  await makeAddressPrimary(thief, first)
  await makeAddressPrimary(thief, second)
  await confirmPassword(laptop)

  assert.equal((await postTakeoverReport(laptop, came?.seq ?? 0)).status, 200)

  assert.deepEqual((await additionalEmails(foyer)).toSorted(), [ada.email, backup].toSorted())
})

test('the attacker gets no undo link, and keeps none, when the owner restores the address (EML-15)', async (t) => {
  const { foyer, laptop, thief } = await adaWithThief(t)
  const [came] = (await foyer.events('session.started')).slice(-1)
  foyer.clock.advance(minutes)
  await makeAddressPrimary(thief, await addAddress(foyer, thief, thiefs))
  await confirmPassword(laptop)
  await postTakeoverReport(laptop, came?.seq ?? 0)
  const before = (await foyer.mails()).filter(({ to }) => to === thiefs).length

  await laptop.visitPath(await linkInMailTo(foyer, ada.email), submit)

  assert.equal(await primaryEmail(foyer), ada.email)
  const mails = (await foyer.mails()).filter(({ to }) => to === thiefs)
  assert.equal(mails.slice(before).filter(({ text }) => text.includes('/undo')).length, 0)
  for (const link of mails.flatMap(({ text }) => text.match(/\/(not-me|email-change)\/\S+/g) ?? []))
    assert.equal((await foyer.browser().visitPath(link)).status, 410, link)
})

test('the limit of guesses does not tell which addresses belong together, and ends with a reset (EML-16)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  await addAddress(foyer, laptop, backup)
  const guesser = foyer.browser('203.0.113.9')
  await guesser.visit('login')
  const guess = async (email: string) =>
    (await guesser.json('/login', { method: 'POST', body: { email, password: 'wrong' } })).status
  for (let count = 0; count < 5; count++) assert.equal(await guess(ada.email), 422)
  assert.equal(await guess(ada.email), 429)

  assert.deepEqual([await guess(backup), await guess('nobody@example.com')], [422, 422])

  for (let count = 0; count < 4; count++) assert.equal(await guess(backup), 422)
  assert.equal(await guess(backup), 429)
  await guesser.visit('password.email', { email: backup })
  const link = await linkInMailTo(foyer, backup, resetLink)
  const password = 'lanterns over the harbour'
  const token = link.replace('/reset-password/', '')
  const form = { email: backup, token, password, password_confirmation: password }
  await guesser.visit('password.update', form)
  assert.deepEqual([await guess(backup), await guess(ada.email)], [422, 422])
})

test('moving to an address without any other way in removes the additional ones (EML-17)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  await addAddress(foyer, laptop, backup)
  await laptop.visit('email-change.store', { email: 'reader@example.com' })
  const link = await linkInMailTo(foyer, 'reader@example.com')
  const { account } = (await foyer.browser().visitPath(link)).page.props
  assert.ok(Object(account).access.includes('email-addresses'))

  await foyer.browser().visitPath(link, { method: 'POST', body: { remove_access: '1' } })

  assert.deepEqual(await additionalEmails(foyer), [])
})
