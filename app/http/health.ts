import type { App } from '#app/http/app.ts'
import { forPrograms } from '#app/http/at.ts'

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
    ...forPrograms('up'),
    logLevel: 'silent',
    handler: async (_request, reply) => reply.type('text/plain; charset=utf-8').send('up'),
  })

  app.route({
    ...forPrograms('ready'),
    logLevel: 'silent',
    async handler(_request, reply) {
      const [database, redis, channels] = await Promise.all([
        works(() => app.database.ping()),
        app.config.redisUrl ? works(() => app.limits.ping()) : null,
        works(() => app.sockets.ping()).then((is) => is && !app.relay.isHeldUp),
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

async function works(check: () => Promise<unknown>): Promise<boolean> {
  return check().then(
    () => true,
    () => false,
  )
}
