import type { App } from '#app/http/server/app-type.ts'
import type { Config } from '#app/platform/config/config.ts'

import { newCspNonce } from './csp-nonce.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The CSP nonce of this response. */
    nonce: string
  }
}

/** Sets the security headers of every response, including errors and files. */
export function securityHeaders(app: App): void {
  const baseHeaders = baseSecurityHeaders(app.config)
  const dataHeaders = { ...baseHeaders, 'content-security-policy': dataCsp }
  const websocketOrigin = websocketOriginOf(app.config)
  app.decorateRequest('nonce', '')

  app.addHook('onRequest', (request, reply, done) => {
    // An Inertia visit returns JSON; its document already has a policy.
    const isData = request.headers['x-inertia'] !== undefined
    if (isData) reply.headers(dataHeaders)
    else {
      request.nonce = newCspNonce()
      const csp = documentCsp(request.nonce, websocketOrigin, app.config.challenge)
      reply.headers(baseHeaders).header('content-security-policy', csp)
    }
    reply.header('x-request-id', request.id)
    done()
  })

  // A response that sets a cookie must not be cached for other clients.
  app.addHook('onSend', (_request, reply, payload, done) => {
    const needsNoStore = reply.hasHeader('set-cookie') && !reply.hasHeader('cache-control')
    if (needsNoStore) reply.header('cache-control', 'no-store')
    done(null, payload)
  })
}

/** The headers that are the same for every response. */
export function baseSecurityHeaders({ appUrl }: Pick<Config, 'appUrl'>): Record<string, string> {
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

/** The policy of responses that are not documents. */
export const dataCsp = "default-src 'none'; frame-ancestors 'none'"

/** Older Safari does not match a WebSocket of our own origin with 'self'. */
function websocketOriginOf({
  origin,
  channels: { provider },
}: Pick<Config, 'origin' | 'channels'>) {
  if (!provider) return origin.replace(/^http/, 'ws')
  const { host, port, scheme } = provider
  return new URL(`${scheme}://${host}:${port}`).origin.replace(/^http/, 'ws')
}

/** The sources of a challenge's widget; its script may load by 'strict-dynamic'. */
const challengeSources = {
  altcha: '',
  turnstile: ' https://challenges.cloudflare.com',
  hcaptcha: ' https://hcaptcha.com https://*.hcaptcha.com',
}

function documentCsp(
  nonce: string,
  websocketOrigin: string,
  challenge: Config['challenge'],
): string {
  const service = challenge ? challengeSources[challenge.kind] : ''
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'self' 'nonce-${nonce}'${service}`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self' ${websocketOrigin}${service}`,
    "manifest-src 'self'",
    `frame-src 'self'${service}`,
    ...(challenge?.kind === 'altcha' ? ["worker-src 'self'"] : []),
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "object-src 'none'",
    'report-uri /csp-report',
  ].join('; ')
}
