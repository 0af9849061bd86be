import type { App } from '#app/http/app.ts'
import { at } from '#app/http/at.ts'
import { day } from '#app/platform/durations.ts'

const halfAYearMs = 180 * day

/** What programs look for at an address that everyone agrees on. */
export function wellKnown(app: App): void {
  app.route({
    ...at('well-known.security'),
    async handler(_request, reply) {
      const expires = new Date(app.clock.now() + halfAYearMs).toISOString()
      const { address } = app.config.mailFrom
      return reply
        .type('text/plain; charset=utf-8')
        .send(`Contact: mailto:${address}\nExpires: ${expires}\n`)
    },
  })
}
