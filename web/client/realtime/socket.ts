import { http, HttpResponseError } from '@inertiajs/core'
import Pusher from 'pusher-js'

import type { Realtime } from '#app/pages.ts'
import { route } from '#web/route.ts'

export type StreamPosition = NonNullable<Realtime['position']>

/** The specification's. In milliseconds. */
const timeouts = { activityTimeout: 120_000, pongTimeout: 30_000, unavailableTimeout: 10_000 }
const headers = { Accept: 'application/json' }

/**
 * @param positionOf  how far a channel was heard; what happened since is told first
 * @param onDenied  for a channel that is still wanted
 */
export function openSocket(
  { key, host, port, tls, authenticatesUser, session }: Realtime,
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
    // Without this the client asks a third party when the socket does not open.
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
  if (authenticatesUser && session !== null) socket.signin()
  return socket

  /** The line stands, but nobody could say whether we may listen: the client itself would leave it at that. */
  function resubscribe(name: string): void {
    if (isStillSubscribed(name)) socket.subscribe(name)
  }

  /** The page may have gone on to others meanwhile. */
  function isStillSubscribed(name: string): boolean {
    return socket.channel(name)?.subscriptionCancelled === false
  }
}

/** Not the same for all pages, since all were refused at once. */
export function randomRetryDelayMs(): number {
  return 5000 + Math.random() * 10_000
}

/** By the client that echoes the token against forged requests. */
async function requestAuth<Auth>(
  url: string,
  data: Record<string, string | number>,
  callback: (error: Error | null, auth: Auth | null) => void,
): Promise<void> {
  try {
    const response = await http.getClient().request({ method: 'post', url, data, headers })
    callback(null, JSON.parse(response.data))
  } catch (error) {
    callback(error instanceof Error ? error : new Error(String(error)), null)
  }
}

function isTransientError(error: Error | null): boolean {
  return error !== null && !(error instanceof HttpResponseError && error.response.status < 500)
}

function isDenied(error: Error | null): boolean {
  return error instanceof HttpResponseError && [401, 403].includes(error.response.status)
}
