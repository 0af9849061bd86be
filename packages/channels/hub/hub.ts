import { randomBytes } from 'node:crypto'

import type { Bus } from '#bus/bus.ts'
import { type ChannelKind, channelKind } from '#protocol/channel-name.ts'
import * as frames from '#protocol/frames.ts'
import type { Place } from '#protocol/grants.ts'

import { Cache } from './cache.ts'
import { Channel } from './channel.ts'
import type { Connection, SignedInUser } from './connection.ts'
import { Counting } from './counting.ts'
import { everybody } from './entries.ts'
import { Flow } from './flow.ts'
import type { Happening } from './happening.ts'
import { History, type Kept } from './history.ts'
import type { Limits } from './limits.ts'
import { Many } from './many.ts'
import { Membership } from './membership.ts'
import { Nodes } from './nodes.ts'
import { Occupancy } from './occupancy.ts'
import { Order } from './order.ts'
import { Outbox } from './outbox.ts'
import { Rosters } from './rosters.ts'
import { succeeded } from './succeeded.ts'
import { Watchlists } from './watchlists.ts'

export interface HubSettings {
  bus: Bus
  limits: Limits
  clientEvents: boolean
  subscriptionCounts: boolean
  open(channel: string): boolean
  recoverable(channel: string): boolean
  happened(happening: Happening): void
  failed(error: unknown): void
  beatMs: number
  patienceMs: number
}

export interface Subscription {
  name: string
  kind: ChannelKind
  member?: { user: string; info: string }
  recover?: Place | undefined
}

/** The sockets of this process, and what it knows of all the others. */
export class Hub {
  readonly node = randomBytes(9).toString('base64url')
  readonly channels = new Map<string, Channel>()
  readonly connections = new Map<string, Connection>()
  readonly users = new Many<Connection>()
  readonly labels = new Many<Connection>()
  readonly rosters = new Rosters()
  readonly occupancy = new Occupancy()
  readonly watchlists = new Watchlists(this.rosters)
  readonly history: History
  readonly cache: Cache
  readonly flow: Flow
  readonly outbox: Outbox
  readonly membership: Membership
  readonly counting = new Counting(this)
  readonly nodes = new Nodes(this)
  readonly order = new Order(this)
  readonly settings: HubSettings
  /** Called when sockets missed something that cannot be had any more. */
  onLoss = () => {}

  constructor(settings: HubSettings) {
    const { limits, bus, patienceMs } = settings
    this.settings = settings
    this.history = new History(limits)
    this.cache = new Cache(limits.cacheMs)
    this.flow = new Flow(limits)
    this.outbox = new Outbox(bus, this.node, patienceMs)
    this.outbox.onceHealed = () => this.nodes.announce()
    this.membership = new Membership({
      say: (entry) => this.outbox.push(entry),
      admit: (connection, channel) => this.#admitMember(connection, channel),
      refuse: (connection, channel) => this.#refuseMember(connection, channel),
      giveUp: (connection) => connection.close(4100, 'Try again'),
    })
  }

  async open(): Promise<void> {
    await this.settings.bus.open(this.order)
    await this.nodes.meet()
  }

  async close(): Promise<void> {
    this.counting.close()
    await this.outbox.push({ kind: 'bye' }).catch(() => {})
    this.outbox.close()
    await this.settings.bus.close(this.order)
  }

  happened(happening: Happening): void {
    this.settings.happened(happening)
  }

  subscribe(connection: Connection, subscription: Subscription): void {
    const { name, kind, member } = subscription
    const isKnown = connection.subscriptions.has(name)
    if (isKnown && this.channels.get(name)?.sockets.has(connection))
      return void connection.send(succeeded(this, { name, kind }))
    if (isKnown) return
    connection.subscriptions.set(name, member?.user ?? '')
    if (member) this.membership.join(connection, { channel: name, ...member })
    else this.#admit(connection, subscription)
  }

  unsubscribe(connection: Connection, name: string): void {
    const user = connection.subscriptions.get(name)
    if (user === undefined) return
    connection.subscriptions.delete(name)
    const channel = this.channels.get(name)
    if (channel?.sockets.delete(connection)) this.counting.changed(name)
    if (channel?.sockets.size === 0) this.channels.delete(name)
    if (user !== '') this.membership.leave(connection, name, user)
  }

  signIn(connection: Connection, user: SignedInUser): void {
    connection.user = user
    this.users.add(user.id, connection)
    this.watchlists.watch(connection, user.watched)
    this.membership.join(connection, { channel: everybody, user: user.id, info: 'null' })
  }

  disconnect(connection: Connection): void {
    if (!this.connections.delete(connection.id)) return
    for (const name of connection.subscriptions.keys()) this.unsubscribe(connection, name)
    for (const label of connection.labels ?? []) this.labels.remove(label, connection)
    const { user } = connection
    if (!user) return
    this.users.remove(user.id, connection)
    this.watchlists.unwatch(connection, user.watched)
    this.membership.leave(connection, everybody, user.id)
  }

  sweep(now: number): void {
    this.flow.sweep(now)
    this.history.sweep(now)
    this.cache.sweep(now)
    this.counting.sweep(now)
    this.order.sweep(now)
  }

  /** Everything a new subscriber hears at once, before anything that is said from now on. */
  #admit(connection: Connection, { name, kind, recover }: Subscription): void {
    const { socketsPerSlice } = this.settings.limits
    const channel = this.channels.get(name) ?? new Channel(name, kind, socketsPerSlice)
    this.channels.set(name, channel)
    channel.sockets.set(connection, this.order.position)
    this.counting.changed(name)

    const missed = recover ? this.#missedBy(connection, name, recover) : undefined
    connection.send(succeeded(this, { name, kind }, missed))
    for (const { frame } of missed ?? []) connection.send(frame)
    if (!kind.isCache || (missed && missed.length > 0)) return
    const cached = this.cache.get(name, performance.now())
    if (cached) return void connection.send(frames.eventFrame(name, cached.event))
    connection.send(frames.cacheMiss(name))
    this.happened({ name: 'cache_miss', channel: name })
  }

  /** Once: a socket has no second past, and a short message must not be answered with a long one again and again. */
  #missedBy(connection: Connection, name: string, { epoch, offset }: Place): Kept[] | null {
    if (connection.caughtUp?.has(name)) return null
    const missed = this.history.since(name, epoch, offset)
    if (missed && missed.length > 0) (connection.caughtUp ??= new Set()).add(name)
    return missed
  }

  #admitMember(connection: Connection, name: string): void {
    const kind = channelKind(name)
    if (kind && connection.subscriptions.has(name)) this.#admit(connection, { name, kind })
  }

  #refuseMember(connection: Connection, name: string): void {
    connection.subscriptions.delete(name)
    const most = this.settings.limits.membersPerChannel
    const sentence = `The channel has ${most} members already`
    connection.send(frames.subscriptionError(name, 'LimitReached', 413, sentence))
  }
}
