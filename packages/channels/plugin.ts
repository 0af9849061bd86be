import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'

import type { FastifyInstance } from 'fastify'

import { memoryBus } from '#bus/memory.ts'
import { Gateway, rejectUpgrade } from '#gateway/gateway.ts'
import { api } from '#http/api.ts'
import { Hub } from '#hub/hub.ts'
import { defaultLimits } from '#hub/limits.ts'
import { Webhooks } from '#webhooks/webhooks.ts'

import { Channels } from './channels.ts'
import { drainConnections } from './gateway/drain-connections.ts'
import { type ChannelsOptions, defaults, validateOptions } from './options.ts'

declare module 'fastify' {
  interface FastifyInstance {
    channels: Channels
  }
}

const gapDrainMs = 4000
const retryMs = 500

/** Registers the channels server in a Fastify application. */
export async function channels(app: FastifyInstance, userOptions: ChannelsOptions): Promise<void> {
  validateOptions(userOptions)
  const options = { ...defaults, ...userOptions }
  const { id: appId, key, secret } = options.app
  const credentials = { key, secret }
  const { hub, webhooks } = createHub(app, options)
  const gateway = new Gateway(hub, {
    ...options,
    credentials,
    isEnabled: options.app.isEnabled ?? true,
    quota: options.app.quota ?? Infinity,
    address: options.address ?? ((request) => request.socket.remoteAddress ?? ''),
  })
  const encryptionKey = options.encryptionKey ?? null
  const { closeMs, drainMs, path, now } = options
  const instance = new Channels({ hub, gateway, credentials, encryptionKey, drainMs, closeMs })
  hub.onGap = () => {
    void drainConnections([...hub.connections.values()], { budgetMs: gapDrainMs, closeMs })
  }

  app.decorate('channels', instance)
  if (options.api) await app.register(api, { hub, credentials, appId, path, now })
  await openHub(hub, gateway)
  const stop = startTimers(hub, gateway, options.beatMs)
  app.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (gateway.upgrade(request, socket, head)) return
    // Another upgrade listener may handle the path, such as Vite's.
    if (app.server.listenerCount('upgrade') === 1)
      rejectUpgrade(socket, { status: 404, message: 'Not found' })
  })
  app.addHook('preClose', () => instance.drain())
  app.addHook('onClose', async () => {
    stop()
    await hub.close()
    webhooks?.close()
  })
}

function createHub(app: FastifyInstance, options: ChannelsOptions & typeof defaults) {
  const onError = (error: unknown) => app.log.error(error)
  const { key, secret } = options.app
  const { now } = options
  const webhooks =
    options.webhooks && new Webhooks({ ...options.webhooks, key, secret, now, onError })
  const hub = new Hub({
    ...options,
    secret,
    bus: options.bus ?? memoryBus(),
    limits: { ...defaultLimits, ...options.limits },
    open: options.open ?? (() => true),
    recoverable: options.recoverable ?? (() => false),
    onError,
    onWebhookEvent(event) {
      webhooks?.notify(event)
      options.onWebhookEvent?.(event)
    },
  })
  return { hub, webhooks }
}

/** Retries until the bus answers. The application runs meanwhile; upgrades are rejected. */
async function openHub(hub: Hub, gateway: Gateway): Promise<void> {
  try {
    await hub.open()
    gateway.admission.isReady = true
  } catch (error) {
    hub.settings.onError(error)
    setTimeout(() => void (gateway.admission.isDraining || openHub(hub, gateway)), retryMs).unref()
  }
}

/** @returns a function that stops the timers */
function startTimers(hub: Hub, gateway: Gateway, beatMs: number): () => void {
  const timers = [
    setInterval(() => gateway.timerWheel.tick(), gateway.timerWheel.tickMs),
    setInterval(() => hub.nodes.sendHeartbeat(), beatMs),
    setInterval(() => {
      hub.sweep(performance.now())
      gateway.admission.sweep(performance.now())
    }, gateway.timerWheel.tickMs),
  ]
  for (const timer of timers) timer.unref()
  return () => timers.forEach((timer) => clearInterval(timer))
}

Object.assign(channels, {
  [Symbol.for('skip-override')]: true,
  [Symbol.for('fastify.display-name')]: '@foyer/channels',
})
