import assert from 'node:assert/strict'
import { test } from 'node:test'

import { ada, signedInAda } from '#testing/signed-in-accounts.ts'
import { createTestApp } from '#testing/test-app.ts'
import { hours, minutes } from '#testing/test-clock.ts'
import { eraseAllAccounts } from '#testing/test-database.ts'

const { email } = ada
const countResetMails = (mails: { subject: string }[]) =>
  mails.filter(({ subject }) => subject.startsWith('Choose a new password')).length

test('the page opens for guests and signed-in users (FGT-01)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)

  const page = await foyer.browser().visit('password.request')

  assert.deepEqual([page.status, page.page.component], [200, 'Auth/ForgotPassword'])
  assert.equal(page.page.props['email'], '')
  assert.equal((await laptop.visit('password.request')).page.props['email'], email)
})

test('the owner gets a link by mail, whatever the case of the entered address (FGT-02, FGT-06)', async (t) => {
  const { foyer } = await signedInAda(t)
  const browser = foyer.browser()

  const answer = await browser.visit('password.email', { email: ' ADA@Example.com' })
  const [mail] = await foyer.mails()
  const { flash } = (await browser.visit('password.request')).page

  assert.deepEqual([answer.status, answer.location], [303, '/forgot-password'])
  assert.equal(mail?.to, email)
  assert.match(mail?.text ?? '', /http:\/\/localhost:3000\/reset-password\/[\w.-]{80}\n/)
  assert.equal(flash?.['status'], 'reset-link-sent')
})

test('an address without an account gets the same response and stores the same data (FGT-07)', async (t) => {
  const { foyer } = await signedInAda(t)
  const browser = foyer.browser()
  await browser.open('/login')
  const ask = async (address: string) => {
    const body = { email: address }
    const answer = await browser.json('/forgot-password', { method: 'POST', body })
    const jobs = await foyer.db.selectFrom('jobs').select('kind').execute()
    await foyer.mails()
    return [answer.status, answer.text, jobs]
  }

  const known = await ask(email)
  const unknown = await ask('nobody@example.com')

  assert.deepEqual(known, unknown)
  assert.equal(countResetMails(await foyer.mails()), 1)
})

test('the account is looked up only after the response (FGT-07)', async (t) => {
  const { foyer } = await signedInAda(t)
  await foyer.db.schema.alterTable('users').renameTo('hidden').execute()

  const answer = await foyer.browser().visit('password.email', { email })

  assert.equal(answer.location, '/forgot-password')
})

test('two requests within a minute send one mail without saying so; a later one sends another (FGT-08, A-RST-10)', async (t) => {
  const { foyer } = await signedInAda(t)
  const browser = foyer.browser()
  const once = await browser.visit('password.email', { email })
  await foyer.mails()
  const twice = await browser.visit('password.email', { email })

  assert.deepEqual([once.status, once.location], [twice.status, twice.location])
  assert.equal(countResetMails(await foyer.mails()), 1)
  foyer.clock.advance(minutes + 1)
  await browser.visit('password.email', { email })
  assert.equal(countResetMails(await foyer.mails()), 2)
})

test('only a hash of the newest reset link is stored (FGT-09)', async (t) => {
  const { foyer } = await signedInAda(t)
  for (let count = 0; count < 2; count++) {
    await foyer.browser().visit('password.email', { email })
    await foyer.mails()
    foyer.clock.advance(2 * minutes)
  }
  const [mail] = await foyer.mails()

  const rows = await foyer.db
    .selectFrom('one_time_tokens')
    .selectAll()
    .where('purpose', '=', 'password-reset')
    .execute()

  assert.equal(rows.length, 1)
  const secret = mail?.text.match(/reset-password\/[\w-]{36}\.(\S+)/)?.[1] ?? ''
  assert.ok(secret.length === 43 && !JSON.stringify(rows).includes(secret))
})

test('an unverified or deleted account gets the same response; the link goes only to the mailbox (RST-17)', async (t) => {
  const { foyer } = await signedInAda(t)
  const ask = async () => {
    const browser = foyer.browser()
    await browser.open('/login')
    const answer = await browser.json('/forgot-password', { method: 'POST', body: { email } })
    return [answer.status, answer.text]
  }

  const proved = await ask()
  await foyer.mails()
  foyer.clock.advance(2 * minutes)
  await foyer.db.updateTable('users').set({ email_verified_at: null }).execute()
  const unproved = await ask()
  assert.equal(countResetMails(await foyer.mails()), 2)
  await eraseAllAccounts(foyer.db)
  const gone = await ask()

  assert.deepEqual([unproved, gone], [proved, proved])
  assert.equal(countResetMails(await foyer.mails()), 2)
})

test('an account gets at most six mails an hour, from any number of clients (RST-12)', async (t) => {
  const { foyer } = await signedInAda(t)
  const statuses = new Set<number>()
  for (let count = 0; count < 50; count++) {
    foyer.clock.advance(61_000)
    statuses.add((await foyer.browser().visit('password.email', { email })).status)
    await foyer.mails()
  }

  assert.deepEqual([...statuses], [303])
  assert.equal(countResetMails(await foyer.mails()), 6)
  foyer.clock.advance(hours)
  await foyer.browser().visit('password.email', { email })
  assert.equal(countResetMails(await foyer.mails()), 7)
})

test('the sixth request of a client is rate-limited, whether the account exists or not (RST-12)', async (t) => {
  const { foyer } = await signedInAda(t)
  const ask = async (address: string) => {
    const browser = foyer.browser()
    await browser.open('/login')
    const body = { email: address }
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => browser.json('/forgot-password', { method: 'POST', body })),
    )
    return answers.map(({ status }) => status).toSorted()
  }

  assert.deepEqual(await ask(email), [200, 200, 200, 200, 200, 429])
  assert.deepEqual(await ask('nobody@example.com'), [200, 200, 200, 200, 200, 429])
})

test('an impossible address never causes a server error', async (t) => {
  const browser = (await createTestApp(t)).browser()
  await browser.open('/login')
  const status = async (body: unknown) =>
    (await browser.json('/forgot-password', { method: 'POST', body })).status

  assert.equal(await status({ email: '' }), 422)
  assert.equal(await status({ email: ['a@example.com'] }), 422)
  assert.equal(await status({ email: 'x'.repeat(400) }), 422)
  assert.equal(await status({ email: 'nobody\0@example.com' }), 200)
})

test('a forged Host header does not reach the mail', async (t) => {
  const { foyer } = await signedInAda(t)
  const browser = foyer.browser()
  await browser.open('/login')

  await browser.visitPath('/forgot-password', {
    method: 'POST',
    body: { email },
    headers: { 'x-forwarded-host': 'evil.example' },
  })

  const [mail] = await foyer.mails()
  assert.ok(mail && !`${mail.html}${mail.text}`.includes('evil.example'))
})
