import { http, HttpResponseError } from '@inertiajs/core'
import Pusher from 'pusher-js'

import type { Realtime } from '#app/pages.ts'
import { route } from '#web/route.ts'

export type Place = NonNullable<Realtime['place']>

/** The specification's. In milliseconds. */
const patience = { activityTimeout: 120_000, pongTimeout: 30_000, unavailableTimeout: 10_000 }
const headers = { Accept: 'application/json' }

/**
 * @param placeOf  how far a channel was heard; what happened since is told first
 * @param onRefused  for a channel that is still wanted
 */
export function openSocket(
  { key, host, port, tls, signsIn, session }: Realtime,
  placeOf: (channel: string) => Place | null,
  onRefused: () => void,
): Pusher {
  const socket = new Pusher(key, {
    ...patience,
    cluster: '',
    wsHost: host,
    wsPort: port,
    wssPort: port,
    forceTLS: tls,
    // Without this the client asks a third party when the socket does not open.
    enabledTransports: tls ? ['ws', 'wss'] : ['ws'],
    channelAuthorization: {
      customHandler({ socketId, channelName }, done) {
        const form = { socket_id: socketId, channel_name: channelName, ...placeOf(channelName) }
        const told: typeof done = (error, granted) => {
          done(error, granted)
          if (isRefusal(error) && isWanted(channelName)) onRefused()
          if (isPassing(error)) setTimeout(() => askAgain(channelName), pauseMs())
        }
        void ask(route('broadcasting.auth'), form, told)
      },
    },
    userAuthentication: {
      customHandler({ socketId }, done) {
        void ask(route('broadcasting.user-auth'), { socket_id: socketId }, done)
      },
    },
  })
  if (signsIn && session !== null) socket.signin()
  return socket

  /** The line stands, but nobody could say whether we may listen: the client itself would leave it at that. */
  function askAgain(name: string): void {
    if (isWanted(name)) socket.subscribe(name)
  }

  /** The page may have gone on to others meanwhile. */
  function isWanted(name: string): boolean {
    return socket.channel(name)?.subscriptionCancelled === false
  }
}

/** Not the same for all pages, since all were refused at once. */
export function pauseMs(): number {
  return 5000 + Math.random() * 10_000
}

/** By the client that echoes the token against forged requests. */
async function ask<Granted>(
  url: string,
  data: Record<string, string | number>,
  done: (error: Error | null, granted: Granted | null) => void,
): Promise<void> {
  try {
    const answer = await http.getClient().request({ method: 'post', url, data, headers })
    done(null, JSON.parse(answer.data))
  } catch (error) {
    done(error instanceof Error ? error : new Error(String(error)), null)
  }
}

function isPassing(error: Error | null): boolean {
  return error !== null && !(error instanceof HttpResponseError && error.response.status < 500)
}

function isRefusal(error: Error | null): boolean {
  return error instanceof HttpResponseError && [401, 403].includes(error.response.status)
}
