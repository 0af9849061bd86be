import type { App } from '#app/http/server/app.ts'
import { machineEndpoint } from '#app/http/server/route-options.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** True from the moment the server was asked to stop: a balancer should send no one here any more. */
    isDraining: boolean
  }
}

/** What a supervisor, a balancer and a scanner ask for. */
export function health(app: App): void {
  app.decorate('isDraining', false)

  app.route({
    ...machineEndpoint('up'),
    logLevel: 'silent',
    handler: async (_request, reply) => reply.type('text/plain; charset=utf-8').send('up'),
  })

  app.route({
    ...machineEndpoint('ready'),
    logLevel: 'silent',
    async handler(_request, reply) {
      const [database, redis, channels] = await Promise.all([
        succeeds(() => app.database.ping()),
        app.config.redisUrl ? succeeds(() => app.limits.ping()) : null,
        succeeds(() => app.realtimeServer.ping()).then(
          (isUp) => isUp && !app.outboxRelay.isStalled,
        ),
      ])
      // Without Redis each server counts for itself, and without channels pages learn of changes when they ask.
      const isReady = database && !app.isDraining
      const state = { ready: isReady, database, redis, channels, draining: app.isDraining }
      return reply
        .code(isReady ? 200 : 503)
        .header('cache-control', 'no-store')
        .send(state)
    },
  })
}

async function succeeds(check: () => Promise<unknown>): Promise<boolean> {
  return check().then(
    () => true,
    () => false,
  )
}
