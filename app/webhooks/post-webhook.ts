import type { LookupAddress } from 'node:dns'
import { type ClientRequest, request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP } from 'node:net'

import { isPublicIp } from '#app/platform/validation/public-ip.ts'

import { requestTimeoutMs } from './limits.ts'
import { NotPublic, publicAddressesOnly } from './public-addresses-only.ts'
import { resolveHost } from './resolve-host.ts'

/** The response status, or why there is none. The message is ours: it never quotes the response. */
export type PostOutcome = { status: number } | { error: string }

export interface PostOptions {
  /** Allows http and private addresses, for development. */
  allowsPrivate: boolean
  timeoutMs?: number
  /** All addresses of a name. */
  lookup?: (hostname: string) => Promise<LookupAddress[]>
}

const notPublic = "The host doesn't have a public IP address."

/**
 * Posts to an endpoint. Follows no redirect, reads no body, and connects only to addresses that were checked: Node connects to
 * the very addresses that the lookup returns, so a name cannot change between check and use.
 */
export function postWebhook(
  url: string,
  headers: Record<string, string>,
  body: string,
  { allowsPrivate, timeoutMs = requestTimeoutMs, lookup = resolveHost }: PostOptions,
): Promise<PostOutcome> {
  const parsed = URL.parse(url)
  if (!parsed) return Promise.resolve({ error: "The address isn't valid." })
  const { protocol, hostname } = parsed
  const address = hostname.replace(/^\[|\]$/g, '')
  if (!allowsPrivate && protocol !== 'https:')
    return Promise.resolve({ error: "The address doesn't use https." })
  // Node looks up names only.
  if (!allowsPrivate && isIP(address) !== 0 && !isPublicIp(address))
    return Promise.resolve({ error: notPublic })

  const request = (protocol === 'https:' ? httpsRequest : httpRequest)(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'user-agent': 'Foyer-Webhooks/1',
      ...headers,
    },
    // A connection of its own: one from a pool would skip the lookup.
    agent: false,
    signal: AbortSignal.timeout(timeoutMs),
    ...(!allowsPrivate && { lookup: publicAddressesOnly(lookup) }),
  })
  return outcomeOf(request, body)
}

function outcomeOf(request: ClientRequest, body: string): Promise<PostOutcome> {
  return new Promise((resolve) => {
    request.on('response', (response) => {
      resolve({ status: response.statusCode ?? 0 })
      // The body is unread: what an internal service answers must not reach anyone.
      response.destroy()
    })
    // Without this listener Node reports a 101 by no event at all.
    request.on('upgrade', (response, socket) => {
      resolve({ status: response.statusCode ?? 0 })
      socket.destroy()
    })
    request.on('error', (error: NodeJS.ErrnoException) => resolve({ error: reasonOf(error) }))
    // `close` fires last; earlier events have settled the promise.
    request.on('close', () => resolve({ error: 'The connection was closed.' }))
    request.end(body)
  })
}

function reasonOf(error: NodeJS.ErrnoException): string {
  if (error instanceof NotPublic) return notPublic
  if (error.name === 'TimeoutError' || error.name === 'AbortError')
    return "The endpoint didn't respond in time."
  return `The connection failed: ${/^\w{1,60}$/.exec(error.code ?? '')?.[0] ?? error.name}.`
}
