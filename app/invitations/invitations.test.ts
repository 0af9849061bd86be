import assert from 'node:assert/strict'
import { test } from 'node:test'

import { activeEmail, otherEmails } from '#testing/accounts-in-one-browser.ts'
import { createCli } from '#testing/cli.ts'
import { countHashes } from '#testing/count-hashes.ts'
import { ada, registerAccount, signedInAda } from '#testing/signed-in-accounts.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { days } from '#testing/test-clock.ts'

const closed = { REGISTRATION: 'closed' }
const { email, ...withoutEmail } = ada
const acceptance = { ...withoutEmail, terms: true }

test('an invitation creates a verified account while registration is closed, and signs in (INV-01)', async (t) => {
  const foyer = await createTestApp(t, closed)
  await createCli(foyer)('invite', 'Ada@Example.com')
  const browser = foyer.browser()

  const link = await invitationLink(foyer)
  const { page } = await browser.visitPath(link)
  const accepted = await accept(foyer, link, browser)

  assert.equal(page.component, 'Auth/Register')
  assert.partialDeepStrictEqual(page.props['invitation'], {
    email: 'Ada@Example.com',
    action: link,
  })
  assert.equal(accepted.location, '/dashboard')
  assert.equal((await browser.visit('dashboard')).status, 200)
  const created = (await foyer.events('account.created'))[0]?.data
  assert.partialDeepStrictEqual(created, { email: 'Ada@Example.com', isInvited: true })
  assert.equal((await foyer.events('address.verified')).length, 1)
  assert.equal((await foyer.events('terms.accepted')).length, 2)
})

test('an invitation is bound to its address, whatever the form says (INV-02)', async (t) => {
  const foyer = await createTestApp(t, closed)
  await createCli(foyer)('invite', email)
  const form = { ...acceptance, email: 'eve@example.com' }

  await foyer.browser().visitPath(await invitationLink(foyer), { method: 'POST', body: form })

  assert.deepEqual(await addresses(foyer), [email])
})

test('of twenty concurrent acceptances exactly one creates the account and a session (INV-03)', async (t) => {
  const foyer = await createTestApp(t, closed)
  await createCli(foyer)('invite', email)
  const link = await invitationLink(foyer)
  const browsers = Array.from({ length: 20 }, () => foyer.browser())
  for (const browser of browsers) await browser.open('/login')

  const answers = await Promise.all(browsers.map((browser) => accept(foyer, link, browser)))

  const winners = answers.filter(({ location }) => location === '/dashboard')
  assert.equal(winners.length, 1)
  assert.deepEqual(await addresses(foyer), [email])
  assert.equal((await foyer.events('session.started')).length, 1)
})

test('a used invitation is gone, and replaying it hashes nothing (INV-03)', async (t) => {
  const foyer = await createTestApp(t, closed)
  await createCli(foyer)('invite', email)
  const link = await invitationLink(foyer)
  await accept(foyer, link)

  const hashes = await countHashes(async () => {
    assert.equal((await accept(foyer, link)).status, 410)
  })

  assert.equal(hashes, 0)
  assert.equal((await foyer.browser().visitPath(link)).status, 410)
})

test('expired, revoked, replaced and altered invitations are gone (INV-04)', async (t) => {
  const foyer = await createTestApp(t, closed)
  const cli = createCli(foyer)
  await cli('invite', email)
  const first = await invitationLink(foyer)
  const again = await cli('invite', email)
  const second = await invitationLink(foyer)
  await cli('invite', 'b@example.com')
  const revoked = await invitationLink(foyer)
  const { status } = await cli('invite:revoke', 'B@example.com')
  await cli('invite', 'c@example.com', '--days', '2')
  const short = await invitationLink(foyer)
  const visit = async (path: string) => (await foyer.browser().visitPath(path)).status
  const altered = `${second.slice(0, -1)}${second.endsWith('A') ? 'B' : 'A'}`

  assert.match(again.out, /The earlier link no longer works/)
  assert.equal(status, 0)
  assert.deepEqual(
    await Promise.all([first, revoked, altered, second, short].map(visit)),
    [410, 410, 410, 200, 200],
  )
  foyer.clock.advance(2 * days)
  assert.deepEqual(await Promise.all([second, short].map(visit)), [200, 410])
  foyer.clock.advance(5 * days)
  assert.equal((await accept(foyer, second)).status, 410)
  assert.deepEqual(await addresses(foyer), [])
})

test('an invitation of an address that has registered meanwhile opens nothing (INV-05)', async (t) => {
  const foyer = await createTestApp(t)
  await createCli(foyer)('invite', email)
  const link = await invitationLink(foyer)
  await registerAccount(foyer, foyer.browser())

  assert.equal((await foyer.browser().visitPath(link)).status, 410)
  assert.equal((await accept(foyer, link)).status, 410)
  const again = await createCli(foyer)('invite', email)
  assert.deepEqual([again.status, again.err], [1, `${email} already has an account.\n`])
})

test('opening an invitation changes nothing, so mail scanners do not use it up (INV-06)', async (t) => {
  const foyer = await createTestApp(t, closed)
  await createCli(foyer)('invite', email)
  const link = await invitationLink(foyer)

  const opened = await foyer.browser().open(link)
  await foyer.browser().open(link)

  assert.equal(opened.header('referrer-policy'), 'no-referrer')
  assert.match(opened.header('cache-control') ?? '', /no-store/)
  assert.equal((await accept(foyer, link)).location, '/dashboard')
})

test('accepting follows the rules of registration, and shows all errors at once (INV-07)', async (t) => {
  const foyer = await createTestApp(t, closed)
  await createCli(foyer)('invite', email)
  const link = await invitationLink(foyer)
  const browser = foyer.browser()
  await browser.open('/login')
  const send = (body: object) => browser.json(link, { method: 'POST', body })
  const errors = async (body: object) => Object.keys((await send(body)).raw.json().errors)

  assert.deepEqual(await errors({ ...acceptance, name: '', terms: false }), ['name', 'terms'])
  assert.deepEqual(await errors({ ...acceptance, name: '', password: email }), ['name', 'password'])
  assert.deepEqual(await errors({ ...acceptance, password: email }), ['password'])
  assert.deepEqual(await errors({ ...acceptance, terms_version: 'older' }), ['terms'])
  assert.equal((await accept(foyer, link)).location, '/dashboard')
})

test('accepting replaces the session of another account in this browser (INV-08)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  await createCli(foyer)('invite', 'grace@example.com')

  await accept(foyer, await invitationLink(foyer), laptop)

  const { user } = Object((await laptop.visit('dashboard')).page.props['auth'])
  assert.equal(user.email, 'grace@example.com')
  assert.partialDeepStrictEqual((await foyer.events('session.ended'))[0]?.data, { why: 'replaced' })
})

test('accepting an invitation while adding an account ends no session (INV-08, SWI-06)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  await createCli(foyer)('invite', 'grace@example.com')
  const link = await invitationLink(foyer)

  await laptop.visit('accounts.store')
  await accept(foyer, link, laptop)

  assert.equal(await activeEmail(laptop), 'grace@example.com')
  assert.deepEqual(await otherEmails(laptop), [ada.email])
  assert.deepEqual(await foyer.events('session.ended'), [])
})

test('the database never holds the link of an invitation, and forgets a used one (INV-09)', async (t) => {
  const foyer = await createTestApp(t, closed)
  await createCli(foyer)('invite', 'Ada.L@Example.com')
  const link = await invitationLink(foyer)
  const [, secret = ''] = link.split('.')

  const rows = await foyer.db.selectFrom('one_time_tokens').selectAll().execute()
  await accept(foyer, link)

  assert.equal(rows.length, 1)
  assert.ok(!JSON.stringify(rows).includes(secret))
  assert.deepEqual(await foyer.db.selectFrom('one_time_tokens').select('id').execute(), [])
})

test('invite:list shows open invitations with their expiry', async (t) => {
  const foyer = await createTestApp(t, closed)
  const cli = createCli(foyer)
  const none = await cli('invite:list')
  await cli('invite', 'a@example.com', '--language', 'de')
  const [mail] = await foyer.mails()
  await cli('invite', 'b@example.com', '--days', '30')

  const { json } = await cli('invite:list', '--json')
  const refused = [
    await cli('invite', 'nobody'),
    await cli('invite', 'c@example.com', '--days', '91'),
    await cli('invite:revoke', 'c@example.com'),
  ]

  assert.match(none.out, /No invitations/)
  assert.match(mail?.subject ?? '', /eingeladen/)
  const expiry = (count: number) => new Date(foyer.clock.now() + count * days).toISOString()
  assert.deepEqual(json['invitations'], [
    { email: 'b@example.com', expires_at: expiry(30) },
    { email: 'a@example.com', expires_at: expiry(7) },
  ])
  assert.deepEqual(
    refused.map(({ status }) => status),
    [2, 2, 1],
  )
})

async function invitationLink(foyer: TestApp): Promise<string> {
  const [mail] = await foyer.mails()
  const [link] = /\/invitation\/\S+/.exec(mail?.text ?? '') ?? []
  assert.ok(link)
  return link
}

function accept(foyer: TestApp, link: string, browser = foyer.browser()) {
  return browser.visitPath(link, { method: 'POST', body: acceptance })
}

async function addresses({ db }: TestApp): Promise<string[]> {
  return (await db.selectFrom('users').select('email').execute()).map((user) => user.email)
}
