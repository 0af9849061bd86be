import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'

import { linkInMailTo, postTakeoverReport } from '#testing/account-takeover.ts'
import {
  adaWithThief,
  addAddress,
  additionalEmails,
  backup,
  makeAddressPrimary,
  primaryEmail,
  removeAddress,
} from '#testing/email-addresses.ts'
import { ada, confirmPassword } from '#testing/signed-in-accounts.ts'
import type { TestApp } from '#testing/test-app.ts'
import type { TestBrowser } from '#testing/test-browser.ts'
import { days, minutes } from '#testing/test-clock.ts'

const thiefs = 'thief@example.com'
const submit = { method: 'POST', body: {} } as const

const undoLink = (foyer: TestApp, address: string) =>
  linkInMailTo(foyer, address, /\/email-change\/\S+\/undo/)

/** A thief has made an address of theirs primary. @returns how to report that, and how to make the kept address primary again */
async function adaWithThiefsAddress(t: TestContext) {
  const { foyer, laptop, thief } = await adaWithThief(t)
  const [came] = (await foyer.events('session.started')).slice(-1)
  foyer.clock.advance(minutes)
  await makeAddressPrimary(thief, await addAddress(foyer, thief, thiefs))
  await confirmPassword(laptop)
  return {
    foyer,
    laptop,
    thief,
    report: () => postTakeoverReport(laptop, came?.seq ?? 0),
    makeOwnPrimary: () => promote(foyer, laptop, ada.email),
  }
}

async function promote({ db }: TestApp, browser: TestBrowser, email: string): Promise<void> {
  const { id } = await db
    .selectFrom('additional_addresses')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  assert.equal((await makeAddressPrimary(browser, id)).status, 200)
}

test('after a report, making the own address primary by hand mails the attacker no undo link and drops their address (EML-19)', async (t) => {
  const { foyer, report, makeOwnPrimary } = await adaWithThiefsAddress(t)
  await report()

  await makeOwnPrimary()

  assert.equal(await primaryEmail(foyer), ada.email)
  assert.deepEqual(await additionalEmails(foyer), [backup])
  assert.equal(await undoLink(foyer, thiefs), '')
  const mails = (await foyer.mails()).filter(({ to }) => to === thiefs)
  for (const link of mails.flatMap(({ text }) => text.match(/\/(not-me|email-change)\/\S+/g) ?? []))
    assert.equal((await foyer.browser().visitPath(link)).status, 410, link)
})

test('a report ends the undo link that was mailed to the attacker before it, also once their address is removed (EML-19)', async (t) => {
  const { foyer, laptop, report, makeOwnPrimary } = await adaWithThiefsAddress(t)
  await makeOwnPrimary()
  const undo = await undoLink(foyer, thiefs)
  assert.equal((await foyer.browser().visitPath(undo)).status, 200)
  const { id } = await foyer.db
    .selectFrom('additional_addresses')
    .select('id')
    .where('email', '=', thiefs)
    .executeTakeFirstOrThrow()
  await removeAddress(laptop, id)

  await report()

  assert.equal((await foyer.browser().visitPath(undo, submit)).status, 410)
  assert.equal(await primaryEmail(foyer), ada.email)
})

test('a thief who reports the older change of the owner neither spares nor ends the undo link to the owner (EML-19)', async (t) => {
  const { foyer, laptop, thief } = await adaWithThief(t)
  const [own] = (await foyer.events('session.started')).slice(-2)
  foyer.clock.advance(minutes)
  const newer = 'ada@newer.example'
  await makeAddressPrimary(laptop, await addAddress(foyer, laptop, newer))
  foyer.clock.advance(8 * days)
  const again = foyer.browser()
  again.userAgent = thief.userAgent
  await again.visit('login.store', ada)
  await confirmPassword(again)
  await postTakeoverReport(again, own?.seq ?? 0)

  await promote(foyer, again, ada.email)
  const undo = await undoLink(foyer, newer)
  await postTakeoverReport(again, own?.seq ?? 0)

  assert.equal((await foyer.browser().visitPath(undo, submit)).status, 200)
  assert.equal(await primaryEmail(foyer), newer)
})

test('a report that was answered months ago spares no later undo link (EML-19)', async (t) => {
  const { foyer, laptop, report, makeOwnPrimary } = await adaWithThiefsAddress(t)
  await report()
  await makeOwnPrimary()
  await confirmPassword(laptop)
  await makeAddressPrimary(laptop, await addAddress(foyer, laptop, thiefs))

  await promote(foyer, laptop, ada.email)

  assert.notEqual(await undoLink(foyer, thiefs), '')
  assert.deepEqual((await additionalEmails(foyer)).toSorted(), [backup, thiefs].toSorted())
})
