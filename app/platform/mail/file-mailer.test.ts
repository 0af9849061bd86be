import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'

import PostalMime from 'postal-mime'

import { newId } from '#app/platform/lib/ids.ts'

import { mailFolder, readMail, readMailbox } from './dev-mailbox.ts'
import type { QueuedMail } from './mail.job.ts'
import { createMailer } from './mailer.ts'

const mailFrom = { name: 'Foyer', address: 'no-reply@example.com' }
const at = Date.UTC(2026, 10, 21, 11, 30)
const mail: QueuedMail = {
  to: { name: 'Ada Lövelace', address: 'ada@example.com' },
  letter: { subject: 'Grüße 👋', html: '<p>Straße</p>', text: 'Straße\n'.repeat(30) },
  at,
}

test('writes each mail to one file that mail programs can open', async (t) => {
  const { folder, send } = setUpFileMailer(t)
  const id = newId()

  await send(id, mail)

  assert.deepEqual(readdirSync(folder), [`${id}.eml`])
  const parsed = await PostalMime.parse(readFileSync(join(folder, `${id}.eml`)))
  assert.equal(parsed.subject, 'Grüße 👋')
  assert.deepEqual(parsed.to, [{ name: 'Ada Lövelace', address: 'ada@example.com' }])
  assert.equal(parsed.text?.trim(), mail.letter.text.trim())
  assert.equal(parsed.html?.trim(), mail.letter.html)
  assert.doesNotMatch(JSON.stringify(parsed), /Foyer-Copy/)
})

test('folder and files are readable only by their owner', async (t) => {
  const { folder, send } = setUpFileMailer(t)
  const id = newId()

  await send(id, mail)

  assert.equal(statSync(folder).mode & 0o777, 0o700)
  assert.equal(statSync(join(folder, `${id}.eml`)).mode & 0o777, 0o600)
})

test('sending the same mail again replaces its file', async (t) => {
  const { folder, send } = setUpFileMailer(t)
  const id = newId()

  await send(id, mail)
  await send(id, mail)

  assert.equal((await readMailbox(folder)).length, 1)
})

test('the mailbox lists sent mails, newest first', async (t) => {
  const { folder, send } = setUpFileMailer(t)
  const [first, second] = [newId(), newId()].toSorted()
  await send(first ?? '', mail)
  await send(second ?? '', { ...mail, letter: { ...mail.letter, subject: 'Second' } })

  const mails = await readMailbox(folder)

  assert.deepEqual(
    mails.map(({ id }) => id),
    [second, first],
  )
  assert.deepEqual(await readMail(folder, first ?? ''), {
    ...mail.letter,
    id: first,
    to: 'ada@example.com',
    from: 'Foyer <no-reply@example.com>',
    sentAt: '2026-11-21T11:30:00.000Z',
  })
})

test('the mailbox lists only the newest 200 mails', async (t) => {
  const { folder, send } = setUpFileMailer(t)
  await Promise.all(Array.from({ length: 205 }, () => send(newId(), mail)))

  assert.equal((await readMailbox(folder)).length, 200)
})

test('the mailbox ignores a missing folder, foreign files and paths outside the folder', async (t) => {
  const { folder, send } = setUpFileMailer(t)
  assert.deepEqual(await readMailbox(folder), [])
  await send(newId(), mail)
  writeFileSync(join(folder, 'other.eml'), 'Subject: not ours\r\n\r\nHello\r\n')

  assert.equal((await readMailbox(folder)).length, 1)
  assert.equal(await readMail(folder, 'other'), null)
  assert.equal(await readMail(folder, 'missing'), null)
  assert.equal(await readMail(folder, '../mail/other'), null)
})

test('the mail folder is the path of a file: URL', () => {
  assert.equal(mailFolder('file:storage/mail'), 'storage/mail')
  assert.equal(mailFolder('file:/var/mail'), '/var/mail')
  assert.equal(mailFolder('file:///var/mail'), '/var/mail')
})

function setUpFileMailer(t: TestContext) {
  const storage = mkdtempSync(join(tmpdir(), 'foyer-mail-'))
  t.after(() => rmSync(storage, { recursive: true }))
  const folder = join(storage, 'mail')
  return { folder, ...createMailer({ mailUrl: `file:${folder}`, mailFrom }) }
}
