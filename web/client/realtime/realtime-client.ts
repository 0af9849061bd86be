import type { Translator } from '@foyer/i18n'
import { router } from '@inertiajs/react'
import type Pusher from 'pusher-js'

import type { AccountEventType, AccountEventMessage } from '#app/account-events.ts'
import { emitAccountEvent } from '#web/lib/account-event-bus.ts'

import { channelsOf, type RealtimePage } from './channels-of.ts'
import { showConnectionIndicator } from './connection-indicator.ts'
import { handleSessionEnded } from './handle-session-ended.ts'
import {
  allInvalidatableProps,
  isAccountEvent,
  notificationProps,
  propsInvalidatedBy,
} from './invalidated-props.ts'
import { showNewSignInNotice } from './new-sign-in-notice.ts'
import { createPropRefresher } from './prop-refresher.ts'
import { openSocket, randomRetryDelayMs } from './socket.ts'
import { StreamPositions } from './stream-positions.ts'
import { watchSwitches } from './switched-account.ts'
import { trackVisits } from './visit-tracker.ts'

/** The server closes the sockets of an ended session with this code. */
const sessionEndedCode = 4009

/** The same code for a socket that joined no channel in time: the page could not authorize, but its session goes on. */
const authorizationTimeout = 'Connection not authorized within timeout'

/** Lets the tab that confirmed the address show the one-time welcome message first. */
const confirmedDelayMs = 1000

/** Pages opened by links in mails. They show nothing of an account but its address. */
const mailLinkPages = new Set(['Auth/EmailChange', 'Auth/ReportTakeover', 'Auth/ResetPassword'])

interface Connection {
  socket: Pusher
  /** Session id; null for guests. */
  session: string | null
  /** Sequence number of the last event the page knows of. */
  lastSequence: number
  removeIndicator(): void
}

/** Subscribes to the channels of the current page and refreshes the page on their events. */
export class RealtimeClient {
  readonly #t: Translator
  readonly #positions = new StreamPositions()
  readonly #visits = trackVisits(() => this.#leaveEndedSession())
  readonly #invalidate = createPropRefresher(this.#visits, () =>
    this.#isMailLinkPage() ? {} : this.#page.props,
  )
  #page: RealtimePage
  #connection: Connection | undefined
  #isOutdated = false
  #endedSession: string | null = null

  constructor(t: Translator, page: RealtimePage) {
    this.#t = t
    this.#page = page
    this.#visits.onFinish(() => this.#leaveEndedSession())
    watchSwitches(t, () => this.#leaveOtherAccount())
    this.setPage(page)
  }

  setPage(page: RealtimePage): void {
    this.#page = page
    if (this.#isOutdated) return
    const channels = channelsOf(page)
    const isOtherSession = this.#connection?.session !== page.props.realtime.session
    if (isOtherSession || channels.length === 0) this.#disconnect()
    if (channels.length === 0) return

    const { socket } = (this.#connection ??= this.#connect())
    for (const { name } of socket.allChannels())
      if (!channels.includes(name)) socket.unsubscribe(name)
    for (const name of channels) if (!socket.channel(name)) this.#subscribe(socket, name)
  }

  #connect(): Connection {
    const { realtime } = this.#page.props
    const { session, sequence } = realtime
    const positionOf = (channel: string) => this.#positions.get(channel)
    const socket = openSocket(realtime, positionOf, () => this.#handleDenied(socket))
    socket.connection.bind('error', ({ error }: SocketError) => {
      if (error?.data?.code !== sessionEndedCode) return
      if (error.data.message === authorizationTimeout) this.#reconnectLater(socket)
      else if (session) this.#endSession(session)
    })
    const removeIndicator = showConnectionIndicator(this.#t, socket)
    return { socket, session, lastSequence: sequence ?? 0, removeIndicator }
  }

  /** The client itself never reconnects after this code. */
  #reconnectLater(socket: Pusher): void {
    setTimeout(() => {
      if (this.#connection?.socket === socket) socket.connect()
    }, randomRetryDelayMs())
  }

  #disconnect(): void {
    this.#connection?.removeIndicator()
    this.#connection?.socket.disconnect()
    this.#connection = undefined
  }

  #subscribe(socket: Pusher, name: string): void {
    const props = name === this.#page.props.channel ? ['mails'] : allInvalidatableProps
    this.#positions.reset(name, this.#page.props.realtime.position)
    const channel = socket.subscribe(name)
    channel.bind('pusher:subscription_succeeded', (response: unknown) => {
      if (this.#positions.onSubscribed(name, response)) return
      this.#invalidate(props)
      emitAccountEvent(null)
    })
    channel.bind_global((event: string, data: unknown) => {
      this.#positions.advance(name, data)
      if (event === 'registration.confirmed')
        setTimeout(() => this.#handleRegistrationConfirmed(name), confirmedDelayMs)
      if (event === 'mail.arrived') this.#invalidate(props)
      if (event === 'notifications.changed')
        this.#invalidate(notificationProps, Object(data).session === this.#connection?.session)
      if (event === 'team.changed') this.#invalidate(propsInvalidatedBy('team.updated'))
      if (isAccountEvent(event) && isAccountMessage(data)) this.#handleEvent(event, data)
    })
  }

  #handleEvent(type: AccountEventType, message: AccountEventMessage): void {
    const connection = this.#connection
    if (!connection) return
    // Sessions ended with their account share a sequence number, so this precedes the sequence check.
    if (message.ended && message.ended === connection.session)
      return this.#endSession(message.ended)
    if (message.sequence <= connection.lastSequence) return
    const isGap = message.sequence > connection.lastSequence + 1
    connection.lastSequence = message.sequence

    const isOwn = message.session === connection.session
    if (type === 'session.started' && !isOwn) showNewSignInNotice(this.#t, message)
    this.#invalidate(isGap ? allInvalidatableProps : propsInvalidatedBy(type), isOwn)
    emitAccountEvent({ ...message, type })
  }

  /** The current session may not subscribe to the page's channels, for instance after another tab signed out. */
  #handleDenied(socket: Pusher): void {
    // This socket belongs to a previous page.
    if (this.#connection?.socket !== socket) return
    if (this.#isMailLinkPage()) this.#disconnect()
    else this.#revisitPage()
  }

  /** Reloading such a page would only report that its link has been used. */
  #isMailLinkPage(): boolean {
    return mailLinkPages.has(this.#page.component)
  }

  /** Skips the tab that confirmed: it has left this channel. */
  #handleRegistrationConfirmed(channelName: string): void {
    if (this.#connection?.socket.channel(channelName)) this.#revisitPage()
  }

  /** Lets the server decide what the URL shows now. */
  #revisitPage(): void {
    if (!this.#visits.isSubmittingOrLeaving()) router.visit(location.href, { replace: true })
  }

  #endSession(session: string): void {
    this.#endedSession = session
    this.#leaveEndedSession()
  }

  /** The session lives on, but this browser uses that of another account now. */
  #leaveOtherAccount(): void {
    this.#isOutdated = true
    this.#disconnect()
  }

  /** Waits for a running form: if it ended or replaced the session itself, its response leads on. */
  #leaveEndedSession(): void {
    if (!this.#endedSession || this.#visits.isSubmittingOrLeaving()) return
    const isShown = this.#page.props.realtime.session === this.#endedSession
    this.#endedSession = null
    if (!isShown || this.#isMailLinkPage()) return
    this.#disconnect()
    handleSessionEnded()
  }
}

interface SocketError {
  error?: { data?: { code?: number; message?: string } }
}

function isAccountMessage(data: unknown): data is AccountEventMessage {
  return typeof data === 'object' && data !== null && 'sequence' in data
}
