import assert from 'node:assert/strict'
import { test } from 'node:test'

import { connectPusherJsClient } from '#testing/pusher-js-client.ts'
import { ada, signedInAda } from '#testing/signed-in-accounts.ts'
import { buildTestApp, createTestApp } from '#testing/test-app.ts'
import { TestBrowser } from '#testing/test-browser.ts'

test('the dev mailbox shows sent mail on the local machine', async (t) => {
  const { foyer } = await signedInAda(t)
  const [mail] = await foyer.mails()
  const developer = new TestBrowser(foyer.app, '127.0.0.1')

  const list = await developer.visit('mailbox.index')
  const one = await developer.open(`/mailbox/${mail?.id}/html`)

  assert.match(JSON.stringify(list.page.props['mails']), new RegExp(ada.email))
  assert.match(one.header('content-security-policy') ?? '', /default-src 'none'.*sandbox/)
  assert.match(one.text, /email\/verify/)
})

test('the dev mailbox answers other machines with 404', async (t) => {
  const { laptop } = await signedInAda(t)

  assert.equal((await laptop.visit('mailbox.index')).status, 404)
})

test('the dev mailbox does not exist when mail is sent by SMTP', async (t) => {
  const { app } = await createTestApp(t, { MAIL_URL: 'smtp://127.0.0.1:1' })

  assert.equal((await new TestBrowser(app, '127.0.0.1').visit('mailbox.index')).status, 404)
})

test('the dev mailbox rejects mail ids that leave the mail folder', async (t) => {
  const { app } = await createTestApp(t)
  const developer = new TestBrowser(app, '127.0.0.1')

  assert.equal((await developer.open('/mailbox/..%2Fapp.key')).status, 404)
  assert.equal((await developer.open('/mailbox/%2e%2e/html')).status, 404)
})

test('the dev mailbox notifies its page of new mail, on the local machine only', async (t) => {
  const { foyer, laptop } = await signedInAda(t, buildTestApp)
  const developer = new TestBrowser(foyer.app, '127.0.0.1')
  await developer.open('/mailbox')
  const { page } = await developer.visit('mailbox.index')
  const channel = String(page.props['channel'])
  const list = await connectPusherJsClient(t, foyer, developer, { path: '/mailbox', channel })

  await laptop.visit('password.email', { email: ada.email })
  await foyer.mails()

  const { id } = await list.nextEvent('mail.arrived')
  assert.equal((await developer.open(`/mailbox/${String(id)}/html`)).status, 200)
  await assert.rejects(connectPusherJsClient(t, foyer, laptop, { channel }))
})
