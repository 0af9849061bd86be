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

/** A session that has ended takes its sockets with it. */
const signedOut = 4009

/** Where the address was confirmed, which may be another tab of this browser, the greeting is to be shown: it is shown once. */
const greetingMs = 1000

/** What links in mails lead to. They show nothing of an account but its address. */
const pagesBehindLinks = new Set(['Auth/EmailChange', 'Auth/NotMe', 'Auth/ResetPassword'])

interface Line {
  socket: Pusher
  /** Whose line it is: null for a guest's. */
  session: string | null
  /** The number of the last event that the page knows of. */
  lastHeard: number
  takeSignAway(): void
}

/** Hears what happens elsewhere to what the page shows, and sees to it that the page shows it too. */
export class Listener {
  readonly #text: Text
  readonly #places = new Places()
  readonly #visits = visits()
  readonly #want = refresher(this.#visits, () => (this.#worksOnce() ? {} : this.#page.props))
  #page: ShownPage
  #line: Line | undefined
  #endedSession: string | null = null

  constructor(text: Text, page: ShownPage) {
    this.#text = text
    this.#page = page
    this.#visits.onEnd(() => this.#leaveWhatEnded())
    this.follow(page)
  }

  follow(page: ShownPage): void {
    this.#page = page
    const wanted = channelsOf(page)
    const isOthers = this.#line?.session !== page.props.realtime.session
    if (isOthers || wanted.length === 0) this.#close()
    if (wanted.length === 0) return

    const { socket } = (this.#line ??= this.#open())
    for (const { name } of socket.allChannels())
      if (!wanted.includes(name)) socket.unsubscribe(name)
    for (const name of wanted) if (!socket.channel(name)) this.#subscribe(socket, name)
  }

  #open(): Line {
    const { realtime } = this.#page.props
    const { session, sequence } = realtime
    const placeOf = (channel: string) => this.#places.of(channel)
    const socket = openSocket(realtime, placeOf, () => this.#refused(socket))
    socket.connection.bind('error', ({ error }: SocketError) => {
      if (session && error?.data?.code === signedOut) this.#end(session)
    })
    const takeSignAway = pausedSign(this.#text, socket)
    return { socket, session, lastHeard: sequence ?? 0, takeSignAway }
  }

  #close(): void {
    this.#line?.takeSignAway()
    this.#line?.socket.disconnect()
    this.#line = undefined
  }

  #subscribe(socket: Pusher, name: string): void {
    const shown = name === this.#page.props.channel ? ['mails'] : everyConcern
    this.#places.start(name, this.#page.props.realtime.place)
    const channel = socket.subscribe(name)
    channel.bind('pusher:subscription_succeeded', (answer: unknown) => {
      if (this.#places.begin(name, answer)) return
      this.#want(shown)
      tellPage(null)
    })
    channel.bind_global((event: string, data: unknown) => {
      this.#places.move(name, data)
      if (event === 'registration.confirmed') setTimeout(() => this.#moveOn(name), greetingMs)
      if (event === 'mail.arrived') this.#want(shown)
      if (isEvent(event) && isMessage(data)) this.#hear(event, data)
    })
  }

  #hear(type: AccountEventType, message: AccountMessage): void {
    const line = this.#line
    if (!line) return
    // Of sessions that go with their account, each is told of with the same number.
    if (message.ended && message.ended === line.session) return this.#end(message.ended)
    if (message.sequence <= line.lastHeard) return
    const isGap = message.sequence > line.lastHeard + 1
    line.lastHeard = message.sequence

    const isOwn = message.session === line.session
    if (type === 'session.started' && !isOwn) sayNewSignIn(this.#text, message)
    this.#want(isGap ? everyConcern : concernsOf(type), isOwn)
    tellPage({ ...message, type })
  }

  /** Whoever is signed in by now may not listen to what the page shows. */
  #refused(socket: Pusher): void {
    // It was hung up meanwhile: the page that asked has gone on.
    if (this.#line?.socket !== socket) return
    if (this.#worksOnce()) this.#close()
    else this.#askAgain()
  }

  /** Asked for again, it would only say that its link has been used. */
  #worksOnce(): boolean {
    return pagesBehindLinks.has(this.#page.component)
  }

  /** Not where it was confirmed: that page has gone on, and listens to another channel. */
  #moveOn(waitedOn: string): void {
    if (this.#line?.socket.channel(waitedOn)) this.#askAgain()
  }

  /** Who may see what this page shows, or what there is to see instead, is for the server to say. */
  #askAgain(): void {
    if (!this.#visits.isChanging()) router.visit(location.href, { replace: true })
  }

  #end(session: string): void {
    this.#endedSession = session
    this.#leaveWhatEnded()
  }

  /** Who signs out here, or gets another session for theirs, is led on by the answer to that. */
  #leaveWhatEnded(): void {
    if (!this.#endedSession || this.#visits.isChanging()) return
    const isShown = this.#page.props.realtime.session === this.#endedSession
    this.#endedSession = null
    if (!isShown || this.#worksOnce()) return
    this.#close()
    leave()
  }
}

interface SocketError {
  error?: { data?: { code?: number } }
}

function channelsOf({ props: { realtime, channel } }: ShownPage): string[] {
  return [realtime.channel, channel].filter((name) => typeof name === 'string')
}

function isMessage(data: unknown): data is AccountMessage {
  return typeof data === 'object' && data !== null && 'sequence' in data
}
