import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'

import type { FastifyInstance } from 'fastify'

import { memoryBus } from '#bus/memory.ts'
import { sendAway } from '#gateway/drain.ts'
import { Gateway, refuse } from '#gateway/gateway.ts'
import { api } from '#http/api.ts'
import { Hub } from '#hub/hub.ts'
import { defaultLimits } from '#hub/limits.ts'
import { Webhooks } from '#webhooks/webhooks.ts'

import { Channels } from './channels.ts'
import { type ChannelsOptions, defaults } from './options.ts'

declare module 'fastify' {
  interface FastifyInstance {
    channels: Channels
  }
}

const lossMs = 4000
const retryMs = 500

/** Puts the server into a Fastify application. */
export async function channels(app: FastifyInstance, given: ChannelsOptions): Promise<void> {
  const options = { ...defaults, ...given }
  const { id: appId, key, secret } = options.app
  const credentials = { key, secret }
  const { hub, webhooks } = hubOf(app, options)
  const gateway = new Gateway(hub, {
    ...options,
    credentials,
    isEnabled: options.app.isEnabled ?? true,
    quota: options.app.quota ?? Infinity,
    address: options.address ?? ((request) => request.socket.remoteAddress ?? ''),
  })
  const encryptionKey = options.encryptionKey ?? null
  const { closeMs, drainMs, path, now } = options
  const own = new Channels({ hub, gateway, credentials, encryptionKey, drainMs, closeMs })
  hub.onLoss = () => {
    void sendAway([...hub.connections.values()], { budgetMs: lossMs, closeMs })
  }

  app.decorate('channels', own)
  if (options.api) await app.register(api, { hub, credentials, appId, path, now })
  await open(hub, gateway)
  const stop = keepGoing(hub, gateway, options.beatMs)
  app.server.on('upgrade', (request: IncomingMessage, wire: Duplex, head: Buffer) => {
    if (gateway.upgrade(request, wire, head)) return
    // Another listener may know the address, as Vite's does.
    if (app.server.listenerCount('upgrade') === 1)
      refuse(wire, { status: 404, sentence: 'Not here' })
  })
  app.addHook('preClose', () => own.drain())
  app.addHook('onClose', async () => {
    stop()
    await hub.close()
    webhooks?.close()
  })
}

function hubOf(app: FastifyInstance, options: ChannelsOptions & typeof defaults) {
  const failed = (error: unknown) => app.log.error(error)
  const { key, secret } = options.app
  const { now } = options
  const webhooks =
    options.webhooks && new Webhooks({ ...options.webhooks, key, secret, now, failed })
  const hub = new Hub({
    ...options,
    bus: options.bus ?? memoryBus(),
    limits: { ...defaultLimits, ...options.limits },
    open: options.open ?? (() => true),
    recoverable: options.recoverable ?? (() => false),
    failed,
    happened(happening) {
      webhooks?.happened(happening)
      options.happened?.(happening)
    },
  })
  return { hub, webhooks }
}

/** Without its bus the server lets nobody in and goes on trying; what it is built into works meanwhile. */
async function open(hub: Hub, gateway: Gateway): Promise<void> {
  try {
    await hub.open()
    gateway.admission.isReady = true
  } catch (error) {
    hub.settings.failed(error)
    setTimeout(() => void (gateway.admission.isDraining || open(hub, gateway)), retryMs).unref()
  }
}

/** @returns how to stop it */
function keepGoing(hub: Hub, gateway: Gateway, beatMs: number): () => void {
  const timers = [
    setInterval(() => gateway.wheel.turn(), gateway.wheel.tickMs),
    setInterval(() => hub.nodes.beat(), beatMs),
    setInterval(() => {
      hub.sweep(performance.now())
      gateway.admission.sweep(performance.now())
    }, gateway.wheel.tickMs),
  ]
  for (const timer of timers) timer.unref()
  return () => timers.forEach((timer) => clearInterval(timer))
}

Object.assign(channels, {
  [Symbol.for('skip-override')]: true,
  [Symbol.for('fastify.display-name')]: '@foyer/channels',
})
