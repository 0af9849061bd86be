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

test('a mail becomes one file that mail programs can open', async (t) => {
  const { folder, send } = setUpFileMailer(t)
  const id = newId()

  await send(id, mail)

  assert.deepEqual(readdirSync(folder), [`${id}.eml`])
  const opened = await PostalMime.parse(readFileSync(join(folder, `${id}.eml`)))
  assert.equal(opened.subject, 'Grüße 👋')
  assert.deepEqual(opened.to, [{ name: 'Ada Lövelace', address: 'ada@example.com' }])
  assert.equal(opened.text?.trim(), mail.letter.text.trim())
  assert.equal(opened.html?.trim(), mail.letter.html)
  assert.doesNotMatch(JSON.stringify(opened), /Foyer-Copy/)
})

test('only the owner of the house can read the files, for they hold live links', async (t) => {
  const { folder, send } = setUpFileMailer(t)
  const id = newId()

  await send(id, mail)

  assert.equal(statSync(folder).mode & 0o777, 0o700)
  assert.equal(statSync(join(folder, `${id}.eml`)).mode & 0o777, 0o600)
})

test('a second try replaces the first', async (t) => {
  const { folder, send } = setUpFileMailer(t)
  const id = newId()

  await send(id, mail)
  await send(id, mail)

  assert.equal((await readMailbox(folder)).length, 1)
})

test('the mailbox reads back what was sent, newest first', async (t) => {
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

test('only the newest two hundred are shown', async (t) => {
  const { folder, send } = setUpFileMailer(t)
  await Promise.all(Array.from({ length: 205 }, () => send(newId(), mail)))

  assert.equal((await readMailbox(folder)).length, 200)
})

test('there is nothing outside the folder, in a file of others, or before the first mail', async (t) => {
  const { folder, send } = setUpFileMailer(t)
  assert.deepEqual(await readMailbox(folder), [])
  await send(newId(), mail)
  writeFileSync(join(folder, 'other.eml'), 'Subject: not ours\r\n\r\nHello\r\n')

  assert.equal((await readMailbox(folder)).length, 1)
  assert.equal(await readMail(folder, 'other'), null)
  assert.equal(await readMail(folder, 'missing'), null)
  assert.equal(await readMail(folder, '../mail/other'), null)
})

test('the folder is what follows file:', () => {
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
