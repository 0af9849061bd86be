import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'

import { channels } from '@foyer/channels'
import Fastify from 'fastify'

import { open, openFoyer } from './foyer.ts'
import { join, post, send, signIn } from './people.ts'

const credentials = { id: '77', key: 'provided-key', secret: 'a secret of the provider' }

/** A server of the Pusher protocol that knows nothing of Foyer. */
const provider = Fastify({ forceCloseConnections: true })
await provider.register(channels, { app: credentials, api: true, drainMs: 10, closeMs: 10 })
const origin = await provider.listen({ port: 0, host: '127.0.0.1' })
after(() => provider.close())

const foyer = openFoyer({
  CHANNELS_APP_ID: credentials.id,
  CHANNELS_KEY: credentials.key,
  CHANNELS_SECRET: credentials.secret,
  CHANNELS_HOST: 'localhost',
  CHANNELS_PORT: new URL(origin).port,
  CHANNELS_SCHEME: 'http',
})

test('at an outside provider a page hears what changes, and signs in there so that it can be closed', async (t) => {
  const { page, context } = await foyer.visitor(t)
  const phone = await foyer.visitor(t)
  const person = await join(foyer, context)
  await signIn(phone.page, person)
  await open(page, '/user/profile')
  while (provider.channels.figures.users < 2 || provider.channels.figures.channels < 2)
    await setTimeout(10)

  const renamed = { name: 'Countess', locale: '', timezone: '' }
  await send(phone.context, 'PUT', '/user/profile-information', renamed)
  await page.getByRole('button', { name: 'Account menu of Countess' }).waitFor()

  await post(phone.context, '/user/confirm-password', { password: person.password })
  await send(phone.context, 'DELETE', '/user/other-browser-sessions', {})
  await page.getByRole('heading', { name: 'You are signed out' }).waitFor()
  assert.ok(!(await page.content()).includes('Countess'))
})
