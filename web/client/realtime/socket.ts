import { http, HttpResponseError } from '@inertiajs/core'
import Pusher from 'pusher-js'

import type { Realtime } from '#app/pages.ts'
import { route } from '#web/route.ts'

export type StreamPosition = NonNullable<Realtime['position']>

/** In milliseconds; the Pusher protocol's values. */
const timeouts = { activityTimeout: 120_000, pongTimeout: 30_000, unavailableTimeout: 10_000 }
const staleCookieDelayMs = 1000
const headers = { Accept: 'application/json' }

/**
 * @param positionOf  the last position received on a channel; the server replays what followed
 * @param onDenied  called only for channels that are still subscribed
 */
export function openSocket(
  { key, host, port, tls, session }: Realtime,
  positionOf: (channel: string) => StreamPosition | null,
  onDenied: () => void,
): Pusher {
  const socket = new Pusher(key, {
    ...timeouts,
    cluster: '',
    wsHost: host,
    wsPort: port,
    wssPort: port,
    forceTLS: tls,
    // Otherwise pusher-js falls back to a third-party host.
    enabledTransports: tls ? ['ws', 'wss'] : ['ws'],
    channelAuthorization: {
      customHandler({ socketId, channelName }, callback) {
        const form = { socket_id: socketId, channel_name: channelName, ...positionOf(channelName) }
        const authCallback: typeof callback = (error, auth) => {
          callback(error, auth)
          if (isDenied(error) && isStillSubscribed(channelName)) onDenied()
          if (isTransientError(error))
            setTimeout(() => resubscribe(channelName), randomRetryDelayMs())
        }
        void requestAuth(route('broadcasting.auth'), form, authCallback)
      },
    },
    userAuthentication: {
      customHandler({ socketId }, callback) {
        void requestAuth(route('broadcasting.user-auth'), { socket_id: socketId }, callback)
      },
    },
  })
  if (session !== null) socket.signin()
  return socket

  /** Retries after a failed authorization request, which pusher-js does not do itself. */
  function resubscribe(name: string): void {
    if (isStillSubscribed(name)) socket.subscribe(name)
  }

  function isStillSubscribed(name: string): boolean {
    return socket.channel(name)?.subscriptionCancelled === false
  }
}

/** Random, so that pages that failed together do not retry together. */
export function randomRetryDelayMs(): number {
  return 5000 + Math.random() * 10_000
}

/** Uses Inertia's HTTP client, which sends the CSRF token. */
async function requestAuth<Auth>(
  url: string,
  data: Record<string, string | number>,
  callback: (error: Error | null, auth: Auth | null) => void,
): Promise<void> {
  const send = () => http.getClient().request({ method: 'post', url, data, headers })
  try {
    const response = await send().catch(async (error: unknown) => {
      if (statusOf(error) !== 419) throw error
      // A request at the same moment may have replaced the session's secret: its cookie has arrived by then.
      await new Promise((resolve) => setTimeout(resolve, staleCookieDelayMs))
      return send()
    })
    callback(null, JSON.parse(response.data))
  } catch (error) {
    callback(error instanceof Error ? error : new Error(String(error)), null)
  }
}

function isTransientError(error: Error | null): boolean {
  return error !== null && !(statusOf(error) < 500)
}

/** 409 after a switch to another account; 419 is the answer to a session that ended during a disconnect: the token of the page was bound to it. */
function isDenied(error: Error | null): boolean {
  return [401, 403, 409, 419].includes(statusOf(error))
}

/** NaN without a response. */
function statusOf(error: unknown): number {
  return error instanceof HttpResponseError ? error.response.status : Number.NaN
}
