import type { App } from '#app/http/app.ts'
import type { Config } from '#app/platform/config.ts'
import { randomPooled } from '#app/platform/random.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** What marks our own scripts in this response's document. */
    nonce: string
  }
}

/** The headers that belong on every answer, errors and files included. */
export function securityHeaders(app: App): void {
  const always = protectingHeaders(app.config)
  const ofData = { ...always, 'content-security-policy': policyOfData }
  const around = policyOf(nonceMark, socketOrigin(app.config)).split(nonceMark)
  app.decorateRequest('nonce', '')

  app.addHook('onRequest', (request, reply, done) => {
    // What a visit brings is data for a document that has its own policy.
    const isData = request.headers['x-inertia'] !== undefined
    if (isData) reply.headers(ofData)
    else {
      request.nonce = randomPooled(16).toString('base64')
      reply.headers(always).header('content-security-policy', around.join(request.nonce))
    }
    reply.header('x-request-id', request.id)
    done()
  })

  // What sets a cookie is for one browser, redirects too: nothing on the way may keep it for others.
  app.addHook('onSend', (_request, reply, payload, done) => {
    const isForOne = reply.hasHeader('set-cookie') && !reply.hasHeader('cache-control')
    if (isForOne) reply.header('cache-control', 'no-store')
    done(null, payload)
  })
}

/** Those that are the same for everything. */
export function protectingHeaders({ appUrl }: Pick<Config, 'appUrl'>): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    ...(appUrl.protocol === 'https:' && {
      'strict-transport-security': 'max-age=63072000; includeSubDomains',
    }),
  }
}

/** For what is no document: it may load nothing, and stand in no frame. */
export const policyOfData = "default-src 'none'; frame-ancestors 'none'"

/** Written out, because older Safari does not count a socket of our own origin as 'self'. */
function socketOrigin({ origin, channels: { provider } }: Pick<Config, 'origin' | 'channels'>) {
  if (!provider) return origin.replace(/^http/, 'ws')
  const { host, port, scheme } = provider
  return new URL(`${scheme}://${host}:${port}`).origin.replace(/^http/, 'ws')
}

const nonceMark = '{nonce}'

function policyOf(nonce: string, sockets: string): string {
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self' ${sockets}`,
    "manifest-src 'self'",
    "frame-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "object-src 'none'",
    'report-uri /csp-report',
  ].join('; ')
}
