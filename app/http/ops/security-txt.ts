import type { App } from '#app/http/server/app-type.ts'
import { routeOptions } from '#app/http/server/route-options.ts'
import { NotFound } from '#app/platform/errors.ts'
import { day } from '#app/platform/lib/durations.ts'

const validityMs = 180 * day

/** Serves /.well-known/security.txt if there is a contact. @see RFC 9116 */
export function securityTxt(app: App): void {
  const { securityContact } = app.config
  app.route({
    ...routeOptions('well-known.security'),
    async handler(_request, reply) {
      if (securityContact === null) throw new NotFound()
      const expires = new Date(app.clock.now() + validityMs).toISOString()
      return reply
        .type('text/plain; charset=utf-8')
        .send(`Contact: ${securityContact}\nExpires: ${expires}\n`)
    },
  })
}
