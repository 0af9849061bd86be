import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'

import { down, up } from '#app/platform/db/migrations/079-change-authors.ts'
import { notMeLink, postTakeoverReport } from '#testing/account-takeover.ts'
import { createCli } from '#testing/cli.ts'
import { ada as adaPerson, confirmPassword, registerAccount } from '#testing/signed-in-accounts.ts'
import { addMember, createEngines, enginesPath, person, userId } from '#testing/teams.ts'
import type { TestApp } from '#testing/test-app.ts'
import type { TestBrowser } from '#testing/test-browser.ts'
import { appWithWebhooks, startReceiver } from '#testing/webhook-receiver.ts'

const webhooks = `${enginesPath}/webhooks`

/** Ada owns the team, and Alan is an admin. Both have confirmed that it is them. */
async function adaAndAlan(t: TestContext) {
  const foyer = await appWithWebhooks(t)
  const ada = foyer.browser()
  await registerAccount(foyer, ada)
  await createEngines(ada)
  const alan = await addAdmin(foyer, ada, 'Alan')
  await confirmPassword(ada)
  const receiver = await startReceiver(t)
  return { foyer, ada, alan, receiver, cli: createCli(foyer) }
}

async function addAdmin(foyer: TestApp, inviter: TestBrowser, name: string): Promise<TestBrowser> {
  const browser = await addMember(foyer, inviter, { name, role: 'admin' })
  await confirmPassword(browser)
  return browser
}

async function shown(browser: TestBrowser): Promise<{ id: string; disabledAt: string | null }[]> {
  return Object((await browser.visitPath(webhooks)).page.props).endpoints
}

/** @returns the id */
async function add(browser: TestBrowser, url: string): Promise<string> {
  const known = (await shown(browser)).map(({ id }) => id)
  const { status } = await browser.json(webhooks, { method: 'POST', body: { url } })
  assert.equal(status, 201)
  return (await shown(browser)).find(({ id }) => !known.includes(id))?.id ?? ''
}

async function enable(browser: TestBrowser, id: string, enabled = true): Promise<void> {
  const { status } = await browser.json(`${webhooks}/${id}`, { method: 'PUT', body: { enabled } })
  assert.equal(status, 200)
}

async function replaceSecret(browser: TestBrowser, id: string): Promise<void> {
  const { status } = await browser.json(`${webhooks}/${id}/secret`, { method: 'POST', body: {} })
  assert.equal(status, 200)
}

async function report(foyer: TestApp, of: { email: string; password: string }): Promise<void> {
  const link = await notMeLink(foyer, of)
  const { status } = await foyer.browser().visitPath(link, { method: 'POST', body: {} })
  assert.ok(status < 400)
}

/** Reports another session of Ada. */
async function reportInSession(foyer: TestApp, browser: TestBrowser): Promise<void> {
  await foyer.browser().visit('login.store', adaPerson)
  const { seq } = await foyer.db
    .selectFrom('events')
    .select('seq')
    .where('user_id', '=', await userId(foyer, 'Ada'))
    .where('type', '=', 'session.started')
    .orderBy('seq', 'desc')
    .executeTakeFirstOrThrow()
  assert.equal((await postTakeoverReport(browser, seq)).status, 200)
}

/** The ids of the webhooks that are on. */
async function enabled(browser: TestBrowser): Promise<string[]> {
  return (await shown(browser)).flatMap(({ id, disabledAt }) => (disabledAt === null ? id : []))
}

const rename = (browser: TestBrowser, name: string) =>
  browser.json(enginesPath, { method: 'PUT', body: { name, slug: 'engines' } })

async function logged({ db }: TestApp): Promise<[change: string, by: string | null][]> {
  const rows = await db
    .selectFrom('team_events')
    .select('data')
    .where('type', '=', 'webhook.changed')
    .orderBy('seq')
    .execute()
  return rows.map(({ data }) => {
    const { change, by } = JSON.parse(data)
    return [change, by]
  })
}

const mailsTo = async (foyer: TestApp, to: string) =>
  (await foyer.mails()).filter((mail) => mail.to === to)

test('an accomplice hides no webhook of a thief from the report, neither by enabling it again nor with a new secret (WHK-20)', async (t) => {
  const { foyer, ada: thief, alan, receiver } = await adaAndAlan(t)
  const stolen = await add(thief, `${receiver.url}/stolen`)
  const known = await add(alan, `${receiver.url}/known-secret`)
  const kept = await add(alan, `${receiver.url}/kept`)
  await replaceSecret(thief, known)
  const eve = await addAdmin(foyer, thief, 'Eve')

  for (const id of [stolen, known, kept]) {
    await enable(eve, id, false)
    await enable(eve, id)
  }
  await replaceSecret(eve, stolen)
  await report(foyer, adaPerson)

  assert.deepEqual(await enabled(alan), [kept])
})

test('a webhook that a member enables after a report stays enabled at the next one (WHK-20)', async (t) => {
  const { foyer, ada, alan, receiver } = await adaAndAlan(t)
  const id = await add(ada, receiver.url)
  const account = await userId(foyer, 'Ada')
  const users = foyer.db.selectFrom('users').select('password_hash').where('id', '=', account)
  const { password_hash } = await users.executeTakeFirstOrThrow()
  await report(foyer, adaPerson)
  await enable(alan, id)
  const update = foyer.db.updateTable('users').set({ password_hash })
  await update.where('id', '=', account).execute()

  await report(foyer, adaPerson)

  assert.deepEqual(await enabled(alan), [id])
})

test("a report in a session, which may be the thief's, hides nothing from that of the owner (WHK-24)", async (t) => {
  const { foyer, ada: thief, alan, receiver } = await adaAndAlan(t)
  const id = await add(thief, receiver.url)
  const eve = await addAdmin(foyer, thief, 'Eve')
  await reportInSession(foyer, thief)
  assert.deepEqual(await enabled(alan), [])
  await enable(eve, id)

  await report(foyer, adaPerson)

  assert.deepEqual(await enabled(alan), [])
  const mails = (await mailsTo(foyer, adaPerson.email)).filter(({ text }) => text.includes('Eve'))
  assert.equal(mails.filter(({ subject }) => subject.startsWith('Check who joined')).length, 2)
})

test('a removed member disables no webhook of the team with a later report; that of the one who removed them does (WHK-21)', async (t) => {
  const { foyer, ada, alan, receiver } = await adaAndAlan(t)
  const id = await add(alan, receiver.url)
  await ada.json(`${enginesPath}/members/${await userId(foyer, 'Alan')}`, { method: 'DELETE' })

  await report(foyer, person('Alan'))
  assert.deepEqual(await enabled(ada), [id])

  const grace = await addAdmin(foyer, ada, 'Grace')
  await report(foyer, adaPerson)
  assert.deepEqual(await enabled(grace), [])
})

test('nor does that of a member who may manage webhooks no more, and the one who lowered them answers for it (WHK-26)', async (t) => {
  const { foyer, ada, alan, receiver } = await adaAndAlan(t)
  const id = await add(alan, receiver.url)
  const path = `${enginesPath}/members/${await userId(foyer, 'Alan')}`
  const { status } = await ada.json(path, { method: 'PUT', body: { role: 'member' } })
  assert.equal(status, 200)

  await report(foyer, person('Alan'))
  assert.deepEqual(await enabled(ada), [id])

  const grace = await addAdmin(foyer, ada, 'Grace')
  await report(foyer, adaPerson)
  assert.deepEqual(await enabled(grace), [])
})

test('a report disables the webhooks of a member who has left the team (WHK-21)', async (t) => {
  const { foyer, ada, alan, receiver } = await adaAndAlan(t)
  await add(alan, receiver.url)
  await alan.json(`${enginesPath}/membership`, { method: 'DELETE' })

  await report(foyer, person('Alan'))

  assert.deepEqual(await enabled(ada), [])
})

test('the owners get a mail about the webhooks that a report disables, in their language (WHK-22)', async (t) => {
  const { foyer, ada, alan, receiver } = await adaAndAlan(t)
  const grace = await addMember(foyer, ada, { name: 'Grace' })
  const owner = foyer.db.updateTable('team_members').set({ role: 'owner' })
  await owner.where('user_id', '=', await userId(foyer, 'Grace')).execute()
  const setLocale = (name: string, locale: string) =>
    foyer.db.updateTable('users').set({ locale }).where('email', '=', person(name).email).execute()
  await setLocale('Ada', 'de')
  await setLocale('Grace', 'fr')
  await add(alan, receiver.url)

  await report(foyer, person('Alan'))

  const [german] = await mailsTo(foyer, person('Ada').email)
  assert.match(german?.subject ?? '', /^Webhooks oder Domains des Teams Analytical Engines/)
  assert.match(german?.text ?? '', /127\.0\.0\.1/)
  const [french] = await mailsTo(foyer, person('Grace').email)
  assert.match(french?.subject ?? '', /Analytical Engines/)
  assert.match(french?.text ?? '', /127\.0\.0\.1/)
  assert.equal((await grace.visit('dashboard')).status, 200)
  const toAlan = await mailsTo(foyer, person('Alan').email)
  assert.ok(toAlan.every(({ subject }) => !subject.startsWith('Webhooks')))
})

test('a webhook of a locked account is off while the lock lasts, and the log of the team shows both (WHK-23)', async (t) => {
  const { foyer, ada, alan, receiver, cli } = await adaAndAlan(t)
  const id = await add(alan, receiver.url)
  const alansId = await userId(foyer, 'Alan')
  await rename(ada, 'Waiting')
  await cli('user:lock', person('Alan').email, '--yes')
  await rename(ada, 'Secret')
  await foyer.jobs.runDue()
  assert.deepEqual(receiver.messages, [])
  assert.deepEqual(await enabled(ada), [])

  await cli('user:unlock', person('Alan').email, '--yes')
  await rename(ada, 'Open')
  await foyer.jobs.runDue()

  assert.deepEqual(await enabled(ada), [id])
  assert.deepEqual(
    receiver.messages.map(({ data }) => data['name']),
    ['Open'],
  )
  assert.deepEqual(await logged(foyer), [
    ['added', alansId],
    ['disabled', null],
    ['enabled', null],
  ])
  const [mail] = await mailsTo(foyer, adaPerson.email)
  assert.match(mail?.subject ?? '', /^Webhooks or domains of the team .+ were disabled/)
  assert.match(mail?.text ?? '', /when it is unlocked/)
})

test('of two locks that keep a webhook off, the last to end lets it work again (WHK-23)', async (t) => {
  const { foyer, ada, alan, receiver, cli } = await adaAndAlan(t)
  const grace = await addAdmin(foyer, ada, 'Grace')
  const id = await add(alan, receiver.url)
  await replaceSecret(grace, id)

  for (const name of ['Alan', 'Grace']) await cli('user:lock', person(name).email, '--yes')
  await cli('user:unlock', person('Alan').email, '--yes')
  assert.deepEqual(await enabled(ada), [])
  await cli('user:unlock', person('Grace').email, '--yes')

  assert.deepEqual(await enabled(ada), [id])
  const changes = (await logged(foyer)).map(([change]) => change)
  assert.deepEqual(changes, ['added', 'secret-replaced', 'disabled', 'enabled'])
})

test('an owner enables the webhook of a locked account, and only that enables it (WHK-23)', async (t) => {
  const { foyer, ada, alan, receiver, cli } = await adaAndAlan(t)
  const first = await add(alan, `${receiver.url}/first`)
  const second = await add(alan, `${receiver.url}/second`)
  await cli('user:lock', person('Alan').email, '--yes')

  await replaceSecret(ada, second)
  await enable(ada, first)

  assert.deepEqual(await enabled(ada), [first])
  await rename(ada, 'Open')
  await foyer.jobs.runDue()
  assert.equal(receiver.messages.length, 1)
  await cli('user:unlock', person('Alan').email, '--yes')
  assert.deepEqual(await enabled(ada), [first])
})

test('an accomplice cannot take the webhook of a thief over while a lock keeps it off (WHK-25)', async (t) => {
  const { foyer, ada: thief, receiver, cli } = await adaAndAlan(t)
  const id = await add(thief, receiver.url)
  const eve = await addAdmin(foyer, thief, 'Eve')
  await cli('user:lock', adaPerson.email, '--yes')

  const body = { enabled: true }
  const { status } = await eve.json(`${webhooks}/${id}`, { method: 'PUT', body })

  assert.equal(status, 422)
  await cli('user:unlock', adaPerson.email, '--yes')
  await report(foyer, adaPerson)
  assert.deepEqual(await enabled(eve), [])
})

test('a webhook that a lock keeps off stays off when its account is removed or erased (WHK-23)', async (t) => {
  const { foyer, ada, alan, receiver, cli } = await adaAndAlan(t)
  const grace = await addAdmin(foyer, ada, 'Grace')
  for (const browser of [alan, grace]) await add(browser, receiver.url)
  for (const name of ['Alan', 'Grace']) await cli('user:lock', person(name).email, '--yes')

  await ada.json(`${enginesPath}/members/${await userId(foyer, 'Alan')}`, { method: 'DELETE' })
  await cli('user:unlock', person('Alan').email, '--yes')
  await cli('user:delete', person('Grace').email, '--yes')

  assert.deepEqual(await enabled(ada), [])
})

test('a report after the upgrade disables a webhook of before, also when somebody has enabled it again since (WHK-20)', async (t) => {
  const { foyer, ada, alan, receiver } = await adaAndAlan(t)
  const [stolen, kept] = [await add(ada, receiver.url), await add(alan, receiver.url)]
  await down(foyer.db)
  await up(foyer.db)
  for (const id of [stolen, kept]) {
    await enable(alan, id, false)
    await enable(alan, id)
  }

  await report(foyer, adaPerson)

  assert.deepEqual(await enabled(alan), [kept])
})
