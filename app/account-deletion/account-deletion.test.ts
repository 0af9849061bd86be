import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'

import { writeAuditLines } from '#app/platform/event-log/audit-stream.ts'
import { ocsfFaults } from '#testing/ocsf.ts'
import {
  ada,
  signedInAda,
  adaOnTwoDevices,
  confirmPassword,
  registerAccount,
} from '#testing/signed-in-accounts.ts'
import { person } from '#testing/teams.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { days, minutes } from '#testing/test-clock.ts'

import { verifyReceipt } from './deletion-receipt.ts'
import { requeueOverdueDeletions } from './requeue-overdue-deletions.ts'

const { email, password } = ada
const deletionForm = { password, confirmation: email }

async function adaPendingDeletion(t: TestContext) {
  const { foyer, laptop, phone } = await adaOnTwoDevices(t)
  const answer = await laptop.visit('current-user.destroy', deletionForm)
  assert.equal(answer.location, '/user/leaving')
  return { foyer, laptop, phone }
}

/** Path of the cancel link in the newest mail. */
async function cancelLinkInMail(foyer: TestApp): Promise<string> {
  const [mail] = await foyer.mails()
  return new URL(mail?.text.match(/https?:\/\/\S+\/account-return\/\S+/)?.[0] ?? '').pathname
}

const countAccounts = async ({ db }: TestApp) =>
  (await db.selectFrom('users').select(['email', 'leaves_at']).execute()).length

test('the right password starts the deletion, and only cancelling it remains possible (DEL-01)', async (t) => {
  const { foyer, laptop, phone } = await adaPendingDeletion(t)

  const page = (await laptop.visit('account-leaving.show')).page
  assert.equal(page.component, 'Auth/PendingDeletion')
  assert.equal(page.props['erasedAt'], new Date(foyer.clock.now() + 14 * days).toISOString())
  assert.equal((await laptop.visit('dashboard')).location, '/user/leaving')
  assert.equal((await laptop.json('/dashboard')).status, 403)
  assert.equal((await phone.visit('dashboard')).location, '/login')
})

test('a wrong address is reported before the password is asked for', async (t) => {
  const { laptop } = await signedInAda(t)
  await laptop.open('/dashboard')

  const answer = await laptop.json('/user', {
    method: 'DELETE',
    body: { confirmation: 'somebody@example.com' },
  })

  assert.equal(answer.status, 422)
  assert.deepEqual(Object.keys(answer.raw.json().errors), ['confirmation'])
  const right = await laptop.json('/user', { method: 'DELETE', body: { confirmation: email } })
  assert.equal(right.status, 423)
})

test('a wrong password deletes nothing and reports the error at the password field (DEL-02)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)

  const answer = await laptop.json('/user', {
    method: 'DELETE',
    body: { password: 'a guess', confirmation: email },
  })

  assert.equal(answer.status, 422)
  assert.deepEqual(Object.keys(JSON.parse(answer.text).errors), ['password'])
  assert.equal((await laptop.visit('dashboard')).status, 200)
  assert.equal(await countAccounts(foyer), 1)
})

test('deleting without a password requires a recent confirmation, and the sixth wrong password is blocked here and at the confirmation (SES-16, MFA-21)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const request = { method: 'DELETE', body: { confirmation: email } } as const
  const guess = { method: 'DELETE', body: { ...deletionForm, password: 'a guess' } } as const

  assert.equal((await laptop.json('/user', request)).status, 423)
  await confirmPassword(laptop)
  foyer.clock.advance(foyer.config.confirmationMinutes.sensitive * minutes)
  assert.equal((await laptop.json('/user', request)).status, 423)
  for (let count = 0; count < 5; count++) await laptop.json('/user', guess)
  assert.equal((await laptop.json('/user', guess)).status, 429)
  const confirm = { method: 'POST', body: { password } } as const
  assert.equal((await laptop.json('/user/confirm-password', confirm)).status, 429)
  foyer.clock.advance(minutes)
  await confirmPassword(laptop)
  assert.equal((await laptop.json('/user', request)).status, 204)
})

test('deleting requires the typed address, ignoring case and spaces', async (t) => {
  const { laptop } = await signedInAda(t)
  const wrong = await laptop.json('/user', {
    method: 'DELETE',
    body: { password, confirmation: 'delete' },
  })

  assert.deepEqual(Object.keys(JSON.parse(wrong.text).errors), ['confirmation'])
  const right = await laptop.visit('current-user.destroy', {
    password,
    confirmation: ` ${email.toUpperCase()}`,
  })
  assert.equal(right.location, '/user/leaving')
})

test('rejects a cross-site deletion request (SES-16)', async (t) => {
  const { laptop } = await signedInAda(t)

  const answer = await laptop.json('/user', {
    method: 'DELETE',
    body: deletionForm,
    headers: { 'sec-fetch-site': 'cross-site' },
  })

  assert.equal(answer.status, 403)
  assert.equal((await laptop.visit('dashboard')).status, 200)
})

test('sixteen concurrent requests start one deletion, send one mail and all succeed (SES-16)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  await confirmPassword(laptop)
  const body = { confirmation: email }

  const answers = await Promise.all(
    Array.from({ length: 16 }, () => laptop.json('/user', { method: 'DELETE', body })),
  )

  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [204])
  const mails = (await foyer.mails()).filter(({ text }) => text.includes('account-return'))
  assert.equal(mails.length, 1)
})

test('signing in leads to the pending deletion, and one click cancels it', async (t) => {
  const { foyer } = await adaPendingDeletion(t)
  const browser = foyer.browser()
  await browser.visit('login.store', { email, password })
  assert.equal((await browser.visit('dashboard')).location, '/user/leaving')

  const answer = await browser.visit('account-leaving.return')

  assert.equal(answer.location, '/dashboard')
  assert.equal((await browser.visit('dashboard')).status, 200)
  foyer.clock.advance(15 * days)
  await foyer.mails()
  assert.equal(await countAccounts(foyer), 1)
})

test('the link in the mail cancels the deletion once, without a session, and ends every session', async (t) => {
  const { foyer, laptop } = await adaPendingDeletion(t)
  const link = await cancelLinkInMail(foyer)
  const otherBrowser = foyer.browser()

  assert.equal((await otherBrowser.open(link)).status, 200)
  assert.equal((await laptop.visit('dashboard')).location, '/user/leaving')
  assert.equal((await otherBrowser.visitPath(link, { method: 'POST' })).location, '/login')

  assert.equal((await laptop.visit('dashboard')).location, '/login')
  assert.equal((await otherBrowser.json(link, { method: 'POST' })).status, 410)
  await otherBrowser.visit('login.store', { email, password })
  assert.equal((await otherBrowser.visit('dashboard')).status, 200)
})

test('a mail two days before the erasure contains a working cancel link', async (t) => {
  const { foyer } = await adaPendingDeletion(t)
  await foyer.mails()

  foyer.clock.advance(12 * days)
  const [mail] = await foyer.mails()
  assert.match(mail?.subject ?? '', /2 days left/)
  const answer = await foyer.browser().visitPath(await cancelLinkInMail(foyer), { method: 'POST' })

  assert.equal(answer.location, '/login')
  foyer.clock.advance(3 * days)
  await foyer.mails()
  assert.equal(await countAccounts(foyer), 1)
})

test('after the grace period every row is erased, a receipt is mailed and the address is free (PRIV-01)', async (t) => {
  const { foyer, laptop } = await adaPendingDeletion(t)
  const link = await cancelLinkInMail(foyer)

  foyer.clock.advance(14 * days)
  const [mail] = await foyer.mails()

  for (const table of [
    'users',
    'sessions',
    'events',
    'one_time_tokens',
    'data_exports',
    'jobs',
  ] as const) {
    assert.deepEqual(await foyer.db.selectFrom(table).selectAll().execute(), [], table)
  }
  const receipt = verifyReceipt(foyer.app.keys, mail?.text.match(/Receipt: (\S+)/)?.[1] ?? '')
  assert.equal(receipt?.address, email)
  assert.equal(receipt?.erased, new Date(foyer.clock.now()).toISOString())
  assert.partialDeepStrictEqual(receipt?.gone, { users: 1, sessions: 1 })
  assert.equal((await foyer.browser().open(link)).status, 410)
  assert.equal((await laptop.visit('dashboard')).location, '/login')
  await registerAccount(foyer, foyer.browser())
  assert.equal(await countAccounts(foyer), 1)
})

test('an erased account leaves one line in the audit log, without personal data but its id (PRIV-01)', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-audit-'))
  t.after(() => rm(folder, { recursive: true }))
  const file = join(folder, 'audit.jsonl')
  const foyer = await createTestApp(t, { AUDIT_LOG: file })
  const laptop = foyer.browser()
  await registerAccount(foyer, laptop)
  const { id: uid } = await foyer.db.selectFrom('users').select('id').executeTakeFirstOrThrow()
  await laptop.visit('current-user.destroy', deletionForm)
  const events = (await foyer.events()).length
  foyer.clock.advance(14 * days)
  await foyer.mails()

  await writeAuditLines(foyer.app.database, file)

  const lines = (await readFile(file, 'utf8')).trim().split('\n')
  assert.deepEqual(ocsfFaults(lines.at(-1) ?? ''), [])
  const { metadata, ...line } = JSON.parse(lines.at(-1) ?? '')
  assert.equal(lines.length, events + 1)
  assert.equal(metadata.uid, `${uid}:${events + 1}`)
  assert.deepEqual(line, {
    time: foyer.clock.now(),
    class_uid: 3001,
    category_uid: 3,
    activity_id: 6,
    type_uid: 300_106,
    severity_id: 1,
    status_id: 1,
    message: 'account.erased',
    user: { uid },
    unmapped: {},
  })
})

test('rejects a forged deletion receipt', async (t) => {
  const { foyer } = await adaPendingDeletion(t)
  foyer.clock.advance(14 * days)
  const [mail] = await foyer.mails()
  const receipt = mail?.text.match(/Receipt: (\S+)/)?.[1] ?? ''
  const [format, , signature] = receipt.split('.')
  const forgedPayload = Buffer.from(JSON.stringify({ address: 'eve@example.com' })).toString(
    'base64url',
  )

  assert.ok(verifyReceipt(foyer.app.keys, receipt.replace(/(.{60})/g, '$1\n')))
  assert.equal(verifyReceipt(foyer.app.keys, `${format}.${forgedPayload}.${signature}`), null)
  assert.equal(verifyReceipt(foyer.app.keys, 'anything'), null)
})

test('erasing an account deletes its queued mails (PRIV-01)', async (t) => {
  const { foyer } = await adaPendingDeletion(t)
  await foyer.db.updateTable('jobs').set({ dead_at: 1 }).where('kind', '=', 'mail').execute()

  foyer.clock.advance(14 * days)
  const mails = await foyer.mails()

  assert.deepEqual(await foyer.db.selectFrom('jobs').select('id').execute(), [])
  assert.match(mails[0]?.text ?? '', /Unsent emails: [1-9]/)
})

test('a repeated deletion job erases the account once (F03)', async (t) => {
  const { foyer } = await adaPendingDeletion(t)
  foyer.clock.advance(14 * days)
  const before = await foyer.db
    .selectFrom('jobs')
    .selectAll()
    .where('kind', '=', 'account-deletion')
    .execute()
  await foyer.mails()

  await foyer.db.insertInto('jobs').values(before).execute()
  await foyer.mails()

  const receipts = (await foyer.mails()).filter(({ subject }) =>
    subject.includes('has been deleted'),
  )
  assert.equal(receipts.length, 1)
})

test('an account is erased even if its deletion job failed permanently', async (t) => {
  const { foyer } = await adaPendingDeletion(t)
  await foyer.db
    .updateTable('jobs')
    .set({ dead_at: foyer.clock.now(), dedupe_key: null })
    .where('kind', '=', 'account-deletion')
    .execute()
  foyer.clock.advance(14 * days - 1)
  await requeueOverdueDeletions(foyer.app, foyer.clock.now())
  assert.equal(await countAccounts(foyer), 1)

  foyer.clock.advance(1)
  await requeueOverdueDeletions(foyer.app, foyer.clock.now())

  const [mail] = await foyer.mails()
  assert.match(mail?.subject ?? '', /has been deleted/)
  assert.equal(await countAccounts(foyer), 0)
})

test('cancelling and erasing at the same time have one winner (RACE-01)', async (t) => {
  const { foyer, laptop } = await adaPendingDeletion(t)
  const link = await cancelLinkInMail(foyer)
  foyer.clock.advance(14 * days - 1)
  const browsers = Array.from({ length: 8 }, () => foyer.browser())
  for (const browser of browsers) await browser.open('/login')

  const cancellations = browsers.map((browser) => browser.json(link, { method: 'POST' }))
  foyer.clock.advance(1)
  const [answers] = await Promise.all([
    Promise.all([...cancellations, laptop.json('/user/leaving', { method: 'POST' })]),
    foyer.jobs.runDue(),
  ])

  const winners = answers.filter(({ status }) => status === 204).length
  assert.ok(answers.every(({ status }) => status < 500))
  assert.equal(await countAccounts(foyer), winners > 0 ? 1 : 0)
})

test('a new deletion after a cancelled one starts a new grace period', async (t) => {
  const { foyer, laptop } = await adaPendingDeletion(t)
  foyer.clock.advance(60 * minutes)
  await laptop.visit('account-leaving.return')
  await laptop.visit('current-user.destroy', deletionForm)

  foyer.clock.advance(14 * days - minutes)
  await foyer.mails()
  assert.equal(await countAccounts(foyer), 1)
  foyer.clock.advance(minutes)
  await foyer.mails()
  assert.equal(await countAccounts(foyer), 0)
})

test('a deletion is requested twenty times a day at most, and cancelled without a limit (DEL-04)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  await confirmPassword(laptop)
  const statuses: number[] = []
  for (let count = 0; count < 21; count++) {
    const body = { confirmation: email }
    statuses.push((await laptop.json('/user', { method: 'DELETE', body })).status)
    await laptop.visit('account-leaving.return')
  }

  assert.deepEqual(statuses, [...Array(20).fill(204), 429])
  assert.equal((await foyer.events('account.leaving')).length, 20)
  assert.equal((await laptop.visit('dashboard')).status, 200)
})

test('the deletions of others in the same network do not keep anybody from deleting their account (DEL-05)', async (t) => {
  const foyer = await createTestApp(t)
  const deleteAndReturn = async (name: string, times: number) => {
    const browser = foyer.browser('192.0.2.1')
    await registerAccount(foyer, browser, person(name))
    await confirmPassword(browser)
    const body = { confirmation: person(name).email }
    for (let count = 0; count < times; count++) {
      await browser.json('/user', { method: 'DELETE', body })
      await browser.visit('account-leaving.return')
    }
  }
  for (const name of ['Eve', 'Mallory', 'Trudy']) await deleteAndReturn(name, 20)
  assert.equal((await foyer.events('account.leaving')).length, 60)

  await deleteAndReturn('Ada', 1)

  assert.equal((await foyer.events('account.leaving')).length, 61)
})
