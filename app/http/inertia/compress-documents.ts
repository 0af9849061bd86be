import { gzipSync } from 'node:zlib'

import type { App } from '#app/http/server/app-type.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The document is the same for all guests, apart from its nonce. */
    isSameForGuests: boolean
  }
}

/**
 * Compresses documents that are the same for all guests, and no others: the size of a compressed response that contains both a
 * secret and text of an attacker would reveal the secret (BREACH). See docs/decisions/041-compression.md.
 */
export function compressDocuments(app: App): void {
  app.decorateRequest('isSameForGuests', false)

  app.addHook('onSend', ({ isSameForGuests, headers }, reply, payload, done) => {
    if (!isSameForGuests || typeof payload !== 'string') return done(null, payload)
    reply.header('vary', [reply.getHeader('vary'), 'Accept-Encoding'].filter(Boolean).join(', '))
    if (!acceptsGzip.test(headers['accept-encoding'] ?? '')) return done(null, payload)
    reply.header('content-encoding', 'gzip')
    done(null, gzipSync(payload))
  })
}

const acceptsGzip = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i
