import type { App } from '#app/http/server/app-type.ts'
import { machineEndpoint } from '#app/http/server/route-options.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** True once shutdown has begun; `/ready` then fails, so that load balancers stop routing here. */
    isDraining: boolean
  }
}

/** Liveness (`/up`) and readiness (`/ready`) endpoints. */
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
      // Redis and channels are optional: rate limits then count per server, and pages update on their next request.
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
