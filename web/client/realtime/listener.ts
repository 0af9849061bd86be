import type { Text } from '@foyer/sentences'
import { router } from '@inertiajs/react'
import type Pusher from 'pusher-js'

import type { AccountEventType, AccountMessage } from '#app/events.ts'
import type { ShownPage } from '#web/client/realtime.ts'
import { tellPage } from '#web/parts/account-events.ts'

import { concernsOf, everyConcern, isEvent } from './concerns.ts'
import { sayNewSignIn } from './new-sign-in.ts'
import { pausedSign } from './paused-sign.ts'
import { Places } from './places.ts'
import { refresher } from './refresh.ts'
import { leave } from './signed-out.ts'
import { openSocket } from './socket.ts'
import { visits } from './visits.ts'

/** Where a developer's machine tells of new mail. */
const mailboxChannel = 'private-mailbox'
/** A session that has ended takes its sockets with it. */
const signedOut = 4009

interface Line {
  socket: Pusher
  /** Whose line it is: null for a guest's. */
  session: string | null
  close(): void
}

/** @returns what to call with each page that is shown */
export function listener(text: Text, first: ShownPage): (page: ShownPage) => void {
  let page = first
  let line: Line | undefined
  let lastHeard = 0
  const places = new Places()
  const running = visits()
  const want = refresher(running, () => page.props)
  running.onEnd(() => leaveWhatEnded())
  let ended: string | null = null

  function follow(next: ShownPage): void {
    page = next
    const wanted = channelsOf(next)
    const { session } = next.props.realtime
    if (line && (line.session !== session || wanted.length === 0)) close()
    if (wanted.length > 0) listenTo(wanted)
  }

  function listenTo(wanted: string[]): void {
    const { socket } = (line ??= open())
    for (const { name } of socket.allChannels())
      if (!wanted.includes(name)) socket.unsubscribe(name)
    for (const name of wanted) if (!socket.channel(name)) subscribe(socket, name)
  }

  function open(): Line {
    const { realtime } = page.props
    const socket = openSocket(realtime, (channel) => places.of(channel))
    const takeSignAway = pausedSign(text, socket)
    const { session } = realtime
    socket.connection.bind('error', ({ error }: SocketError) => {
      if (session && error?.data?.code === signedOut) sessionEnded(session)
    })
    const close = () => {
      takeSignAway()
      socket.disconnect()
    }
    return { socket, session, close }
  }

  function close(): void {
    line?.close()
    line = undefined
    lastHeard = 0
  }

  function subscribe(socket: Pusher, name: string): void {
    places.start(name, name === mailboxChannel ? null : page.props.realtime.place)
    const channel = socket.subscribe(name)
    channel.bind('pusher:subscription_succeeded', (answer: unknown) => {
      if (!places.begin(name, answer)) want(name === mailboxChannel ? ['mails'] : everyConcern)
    })
    channel.bind_global((event: string, data: unknown) => {
      places.move(name, data)
      if (event === 'registration.confirmed') router.visit(location.href, { replace: true })
      if (event === 'mail.kept') want(['mails'])
      if (isEvent(event) && isMessage(data)) hear(event, data)
    })
  }

  function hear(type: AccountEventType, message: AccountMessage): void {
    if (message.sequence <= lastHeard) return
    const isGap = lastHeard > 0 && message.sequence > lastHeard + 1
    lastHeard = message.sequence
    const own = page.props.realtime.session
    if (message.ended && message.ended === own) return sessionEnded(own)
    if (type === 'session.started' && message.session !== own) sayNewSignIn(text, message)
    want(isGap ? everyConcern : concernsOf(type), message.session === own)
    tellPage({ ...message, type })
  }

  function sessionEnded(session: string): void {
    ended = session
    leaveWhatEnded()
  }

  /** Who signs out here, or gets another session for theirs, is led on by the answer to that. */
  function leaveWhatEnded(): void {
    if (!ended || running.isChanging()) return
    const isShown = page.props.realtime.session === ended
    ended = null
    if (!isShown) return
    close()
    leave()
  }

  follow(first)
  return follow
}

interface SocketError {
  error?: { data?: { code?: number } }
}

function channelsOf({ component, props }: ShownPage): string[] {
  const { channel } = props.realtime
  return [...(channel ? [channel] : []), ...(component === 'Mailbox' ? [mailboxChannel] : [])]
}

function isMessage(data: unknown): data is AccountMessage {
  return typeof data === 'object' && data !== null && 'sequence' in data
}
