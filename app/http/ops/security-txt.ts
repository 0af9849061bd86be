import type { App } from '#app/http/server/app-type.ts'
import { routeOptions } from '#app/http/server/route-options.ts'
import { day } from '#app/platform/lib/durations.ts'

const validityMs = 180 * day

/** Serves /.well-known/security.txt. @see RFC 9116 */
export function securityTxt(app: App): void {
  app.route({
    ...routeOptions('well-known.security'),
    async handler(_request, reply) {
      const expires = new Date(app.clock.now() + validityMs).toISOString()
      const { address } = app.config.mailFrom
      return reply
        .type('text/plain; charset=utf-8')
        .send(`Contact: mailto:${address}\nExpires: ${expires}\n`)
    },
  })
}
