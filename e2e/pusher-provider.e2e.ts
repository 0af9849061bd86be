import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'

import { channels } from '@foyer/channels'
import Fastify from 'fastify'

import { createAccount, postForm, sendForm, signIn } from './account-steps.ts'
import { openPage, startTestServer } from './test-server.ts'

const credentials = { id: '77', key: 'provided-key', secret: 'a secret of the provider' }

/** A Pusher protocol server independent of Foyer. */
const provider = Fastify({ forceCloseConnections: true })
await provider.register(channels, { app: credentials, api: true, drainMs: 10, closeMs: 10 })
const origin = await provider.listen({ port: 0, host: '127.0.0.1' })
after(() => provider.close())

const foyer = startTestServer({
  CHANNELS_APP_ID: credentials.id,
  CHANNELS_KEY: credentials.key,
  CHANNELS_SECRET: credentials.secret,
  CHANNELS_HOST: 'localhost',
  CHANNELS_PORT: new URL(origin).port,
  CHANNELS_SCHEME: 'http',
})

test('with an external provider a page receives updates, and an ended session disconnects it', async (t) => {
  const { page, context } = await foyer.newVisitor(t)
  const phone = await foyer.newVisitor(t)
  const person = await createAccount(foyer, context)
  await signIn(phone.page, person)
  await openPage(page, '/user/profile')
  while (provider.channels.metrics.users < 2 || provider.channels.metrics.channels < 2)
    await setTimeout(10)

  const renamedProfile = { name: 'Countess', locale: '', timezone: '' }
  await sendForm(phone.context, 'PUT', '/user/profile-information', renamedProfile)
  await page.getByRole('button', { name: 'Account menu of Countess' }).waitFor()

  await postForm(phone.context, '/user/confirm-password', { password: person.password })
  await sendForm(phone.context, 'DELETE', '/user/other-browser-sessions', {})
  await page.getByRole('heading', { name: "You're signed out" }).waitFor()
  assert.ok(!(await page.content()).includes('Countess'))
})
