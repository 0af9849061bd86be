import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { test, type TestContext } from 'node:test'

import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

import { ada } from '#testing/signed-in-accounts.ts'
import { createTestApp } from '#testing/test-app.ts'

const { email, password } = ada

/** A real SMTP server that collects the received mails. */
async function startSmtpServer(t: TestContext) {
  const received: Email[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    async onData(stream, _session, done) {
      received.push(await PostalMime.parse(Buffer.concat(await stream.toArray())))
      done()
    },
  })
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  t.after(() => server.close())
  const address = listening.address() as AddressInfo
  return { received, url: `smtp://127.0.0.1:${address.port}` }
}

test('a security notice arrives over SMTP, and its link signs out the stranger (MAIL-03)', async (t) => {
  const { received, url } = await startSmtpServer(t)
  const foyer = await createTestApp(t, { MAIL_URL: url })
  const [home, stranger] = [foyer.browser(), foyer.browser()]
  await home.visit('register.store', { ...ada, terms: true })
  await foyer.jobs.runDue()
  const verifyPath = received[0]?.text?.match(/\/email\/verify\/\S+/)?.[0] ?? ''
  await home.visitPath(verifyPath, { method: 'POST', body: {} })

  await stranger.visit('login.store', { email, password })
  await foyer.jobs.runDue()

  const mail = received[1]
  const link = mail?.text?.match(/http\S+\/not-me\/\S+/)?.[0] ?? ''
  assert.equal(mail?.subject, 'A new device signed in to your account')
  assert.deepEqual(
    mail?.to?.map(({ address }) => address),
    [email],
  )
  assert.match(mail?.text ?? '', /Device: Chrome on macOS\r?\n/)
  assert.ok(mail?.html?.includes(`href="${link}"`))
  assert.ok(
    mail?.headers.some(({ key, value }) => key === 'auto-submitted' && value === 'auto-generated'),
  )

  const owner = foyer.browser()
  await owner.visitPath(new URL(link).pathname, { method: 'POST', body: {} })
  assert.equal((await stranger.visit('dashboard')).location, '/login')
})
